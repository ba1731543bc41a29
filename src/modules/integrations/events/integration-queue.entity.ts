import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which process delivers the events of a queue at the moment. It says so anew with each event, so a dead one is found out. */
@Entity('integration_queues')
export class IntegrationQueueEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'held_by', type: 'text' })
  heldBy: string;

  @Column({ name: 'held_until', type: 'timestamptz', precision: 3 })
  heldUntil: Date;
}
