ALTER TABLE "machines" DROP CONSTRAINT "machines_software";--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "software_version" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "machines" ADD CONSTRAINT "machines_software" CHECK (software in ('v2bx', 'v2node', 'xrayr', 'any') and software_version ~ '^(v?[0-9]+([.][0-9]+)*)?$');