export { OperatorsModule } from './operators.module.js';
export { Operators, type OperatorView } from './operators.service.js';
