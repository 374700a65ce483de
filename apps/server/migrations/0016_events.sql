CREATE TABLE "event_deliveries" (
	"event_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "event_deliveries_event_id_channel_pk" PRIMARY KEY("event_id","channel")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"type" text NOT NULL,
	"cause" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"routed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD CONSTRAINT "event_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_deliveries_due" ON "event_deliveries" USING btree ("channel","next_try_at") WHERE delivered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "events_open" ON "events" USING btree ("account_id","cause") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "events_unread" ON "events" USING btree ("account_id","id") WHERE read_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "events_unrouted" ON "events" USING btree ("id") WHERE routed_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at");--> statement-breakpoint

-- What members were told so far. Nothing of it is delivered again, so it counts as routed. Compensation was shown for thirty days.
INSERT INTO "events" ("account_id", "type", "cause", "data", "created_at", "read_at", "ended_at", "routed_at")
SELECT "account_id", "type", "cause", "data", "created_at", "read_at", "ended_at", now() FROM (
	SELECT "account_id", 'usage_alert' AS "type", 'usage_alert ' || "threshold" AS "cause", jsonb_build_object('threshold', "threshold") AS "data",
		"at" AS "created_at", "dismissed_at" AS "read_at",
		-- The higher alert replaced the lower one.
		CASE WHEN lead("at") OVER higher IS NOT NULL THEN greatest("at", lead("at") OVER higher) END AS "ended_at"
	FROM "usage_alerts" WINDOW higher AS (PARTITION BY "account_id" ORDER BY "threshold")
	UNION ALL
	SELECT g."account_id", 'outage_compensation', 'outage_compensation ' || o."id",
		jsonb_build_object(
			'node', n."name",
			'began_at', to_char(o."began_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
			'ended_at', to_char(o."ended_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
			'compensation', o."compensation"),
		g."at", coalesce(g."dismissed_at", CASE WHEN g."at" < now() - interval '30 days' THEN g."at" + interval '30 days' END), NULL
	FROM "outage_gifts" g JOIN "outages" o ON o."id" = g."outage_id" JOIN "nodes" n ON n."id" = o."node_id"
	WHERE o."compensation" IS NOT NULL
	UNION ALL
	SELECT "account_id", 'renewal_problem', 'renewal_problem ' || "renew_problem", jsonb_build_object('problem', "renew_problem"), now(), NULL, NULL
	FROM "subscriptions"
	WHERE "renew_problem" IS NOT NULL AND "auto_renew" AND "plan_id" IS NOT NULL AND "expires_at" IS NOT NULL
) old ORDER BY "created_at", "account_id";--> statement-breakpoint
ALTER TABLE "outage_gifts" DROP COLUMN "dismissed_at";--> statement-breakpoint
ALTER TABLE "usage_alerts" DROP COLUMN "at";--> statement-breakpoint
ALTER TABLE "usage_alerts" DROP COLUMN "dismissed_at";