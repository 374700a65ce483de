CREATE TABLE "rule_lists" (
	"name" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"content" text,
	"sha256" text,
	"tried_at" timestamp with time zone NOT NULL,
	"problem" text
);
