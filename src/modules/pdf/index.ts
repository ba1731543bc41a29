export { PdfModule } from './pdf.module.js';
export { PdfExports, type PdfSelection } from './pdf-exports.service.js';
