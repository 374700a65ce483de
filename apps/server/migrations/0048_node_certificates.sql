ALTER TABLE "machines" ADD COLUMN "software" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "certificate" jsonb DEFAULT '{"mode":"self","cert_file":"","key_file":"","provider":"","dns_env":"","reject_unknown_sni":false}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "machines" ADD CONSTRAINT "machines_software" CHECK (software in ('v2bx', 'v2node', 'xrayr', 'any'));--> statement-breakpoint
-- What a node gets of its machine is part of its configuration. Its reports every minute are not.
create trigger machines_catalog after update of certificate on machines for each statement execute function touch_catalog();
