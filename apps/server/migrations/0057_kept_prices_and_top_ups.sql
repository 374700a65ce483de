CREATE TABLE "commission_top_ups" (
	"commission_id" bigint NOT NULL,
	"top_up_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"reversed_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "commission_top_ups_commission_id_top_up_id_pk" PRIMARY KEY("commission_id","top_up_id"),
	CONSTRAINT "commission_top_ups_amounts" CHECK (amount > 0 and reversed_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "plan_price_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_price_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan_id" bigint NOT NULL,
	"period" text NOT NULL,
	"from_amount" bigint,
	"to_amount" bigint,
	"renewals_from" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commission_top_ups" ADD CONSTRAINT "commission_top_ups_commission_id_commissions_id_fk" FOREIGN KEY ("commission_id") REFERENCES "public"."commissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_top_ups" ADD CONSTRAINT "commission_top_ups_top_up_id_orders_id_fk" FOREIGN KEY ("top_up_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_price_changes" ADD CONSTRAINT "plan_price_changes_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commission_top_ups_top_up" ON "commission_top_ups" USING btree ("top_up_id");--> statement-breakpoint
CREATE INDEX "plan_price_changes_plan" ON "plan_price_changes" USING btree ("plan_id","period","id");