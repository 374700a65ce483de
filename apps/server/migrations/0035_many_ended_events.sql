CREATE INDEX "events_of_many" ON "events" USING btree ("type","cause") WHERE type in ('node_outage', 'plan_expiring') and ended_at is null;--> statement-breakpoint
-- The site itself is no channel any more: members read the event.
delete from event_deliveries where channel = 'in_app';
