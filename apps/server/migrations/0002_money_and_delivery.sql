CREATE TABLE "check_ins" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "check_ins_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "commissions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"buyer_id" bigint NOT NULL,
	"receiver_id" bigint NOT NULL,
	"level" integer NOT NULL,
	"base_amount" bigint NOT NULL,
	"rate" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reversed_amount" bigint DEFAULT 0 NOT NULL,
	"currency" char(3) NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"frozen_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "commissions_not_oneself" CHECK (buyer_id <> receiver_id),
	CONSTRAINT "commissions_level" CHECK (level between 1 and 3 and rate between 1 and 10000),
	CONSTRAINT "commissions_amounts" CHECK (amount between 1 and base_amount and reversed_amount between 0 and amount),
	CONSTRAINT "commissions_void" CHECK (status <> 'void' or reversed_amount = amount),
	CONSTRAINT "commissions_paid_has_time" CHECK ((status = 'paid') = (paid_at is not null))
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"coupon_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"returned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	"plan_ids" bigint[],
	"periods" text[],
	"limit_use" integer,
	"limit_per_member" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"batch_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_value" CHECK (value > 0 and (kind <> 'percent' or value <= 100)),
	CONSTRAINT "coupons_used" CHECK (used >= 0 and (limit_use is null or used <= limit_use))
);
--> statement-breakpoint
CREATE TABLE "invite_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invite_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"code" text NOT NULL,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"page_views" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invite_codes_uses" CHECK (uses >= 0 and (max_uses is null or (max_uses > 0 and uses <= max_uses)))
);
--> statement-breakpoint
CREATE TABLE "invite_uses" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"code_id" bigint NOT NULL,
	"network" text NOT NULL,
	"same_as_owner" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"checked_at" timestamp with time zone NOT NULL,
	"fault_count" integer NOT NULL,
	"faults" jsonb NOT NULL,
	"ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_alarms" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"link" text NOT NULL,
	"networks" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_fetches" (
	"account_id" bigint NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"link" text NOT NULL,
	"client" text NOT NULL,
	"network" text NOT NULL,
	"format" text NOT NULL,
	"country" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_fetches_account_id_slot_link_client_network_pk" PRIMARY KEY("account_id","slot","link","client","network")
);
--> statement-breakpoint
CREATE TABLE "machine_loads" (
	"machine_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"load" jsonb NOT NULL,
	CONSTRAINT "machine_loads_machine_id_at_pk" PRIMARY KEY("machine_id","at")
);
--> statement-breakpoint
CREATE TABLE "machines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "machines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_seen_at" timestamp with time zone,
	"load" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_members" (
	"account_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"left_at" timestamp with time zone NOT NULL,
	CONSTRAINT "past_members_account_id_group_id_pk" PRIMARY KEY("account_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "past_node_groups" (
	"node_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"left_at" timestamp with time zone NOT NULL,
	CONSTRAINT "past_node_groups_node_id_group_id_pk" PRIMARY KEY("node_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "outage_gifts" (
	"outage_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "outage_gifts_outage_id_account_id_pk" PRIMARY KEY("outage_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "outage_watch" (
	"id" smallint PRIMARY KEY NOT NULL,
	"listening_since" timestamp with time zone NOT NULL,
	"watched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"node_id" bigint NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text NOT NULL,
	"compensation" jsonb
);
--> statement-breakpoint
CREATE TABLE "payment_reversals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_reversals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"method_id" bigint NOT NULL,
	"reversal_no" text NOT NULL,
	"receipt_id" bigint NOT NULL,
	"refund_id" bigint,
	"cause" text NOT NULL,
	"outcome" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"value_amount" bigint NOT NULL,
	"order_amount" bigint NOT NULL,
	"loss_amount" bigint NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" bigint,
	"review_note" text,
	CONSTRAINT "payment_reversals_amounts" CHECK (amount > 0 and least(value_amount, order_amount, loss_amount) >= 0),
	CONSTRAINT "payment_reversals_ours" CHECK ((outcome = 'ours') = (refund_id is not null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"refund_no" text NOT NULL,
	"order_id" bigint NOT NULL,
	"attempt_id" bigint,
	"receipt_id" bigint,
	"way" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"amount" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"pay_amount" bigint,
	"pay_currency" char(3),
	"external_id" text,
	"reason" text NOT NULL,
	"end_term" boolean NOT NULL,
	"by_account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK (amount > 0),
	CONSTRAINT "refunds_gateway" CHECK ((way = 'gateway') = (attempt_id is not null and receipt_id is not null and pay_amount > 0)),
	CONSTRAINT "refunds_finished" CHECK ((status = 'requested') = (finished_at is null))
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"percent" integer NOT NULL,
	"plan_ids" bigint[],
	"periods" text[],
	"new_members_only" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_percent" CHECK (percent between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "redeem_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redeem_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"template_id" bigint NOT NULL,
	"name" text NOT NULL,
	"count" integer NOT NULL,
	"max_uses" integer NOT NULL,
	"starts_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redeem_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redeem_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" bigint NOT NULL,
	"code" text NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"max_uses" integer NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "redeem_codes_used" CHECK (used_count between 0 and max_uses)
);
--> statement-breakpoint
CREATE TABLE "redeem_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redeem_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	"plan_id" bigint,
	"max_per_member" integer DEFAULT 1 NOT NULL,
	"new_members_only" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"colour" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "redeem_templates_plan" CHECK ((kind = 'plan') = (plan_id is not null)),
	CONSTRAINT "redeem_templates_value" CHECK (case kind when 'plan' then value >= 0 when 'reset' then value = 0 else value > 0 end),
	CONSTRAINT "redeem_templates_member" CHECK (max_per_member >= 1)
);
--> statement-breakpoint
CREATE TABLE "redeem_uses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redeem_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code_id" bigint NOT NULL,
	"batch_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"rewards" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"method_id" bigint NOT NULL,
	"reference" text NOT NULL,
	"attempt_no" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"amount" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"status" text NOT NULL,
	"receipt_id" bigint,
	"attempt_id" bigint,
	"trade_no" text,
	"account_id" bigint,
	"note" text,
	"imported_by" bigint NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"closed_by" bigint,
	"closed_at" timestamp with time zone,
	CONSTRAINT "statement_lines_amount" CHECK (amount > 0),
	CONSTRAINT "statement_lines_closed" CHECK ((status in ('assigned', 'ignored')) = (closed_at is not null and note is not null))
);
--> statement-breakpoint
CREATE TABLE "traffic_gifts" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"plan_id" bigint,
	"bytes" bigint NOT NULL,
	"quota" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "template_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "template_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"format" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_id" bigint NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"rollout_percent" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_versions_state" CHECK (state in ('draft', 'active', 'retired')),
	CONSTRAINT "template_versions_percent" CHECK (case when state = 'active' then rollout_percent between 1 and 100 else rollout_percent = 0 end)
);
--> statement-breakpoint
CREATE TABLE "node_allowances" (
	"node_id" bigint PRIMARY KEY NOT NULL,
	"used_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "node_boots" (
	"node_id" bigint NOT NULL,
	"boot_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"account_ids" bigint[] NOT NULL,
	"ups" bigint[] NOT NULL,
	"downs" bigint[] NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL,
	"lowered" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "node_boots_node_id_boot_id_pk" PRIMARY KEY("node_id","boot_id")
);
--> statement-breakpoint
CREATE TABLE "usage_alerts" (
	"account_id" bigint NOT NULL,
	"threshold" smallint NOT NULL,
	"used" bigint NOT NULL,
	"cycle_ends" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "usage_alerts_account_id_threshold_pk" PRIMARY KEY("account_id","threshold")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdrawal_no" text NOT NULL,
	"account_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"fee_amount" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"method" text NOT NULL,
	"destination" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"reason" text,
	"proof" text,
	"approved_by" bigint,
	"closed_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"approved_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "withdrawals_amounts" CHECK (amount > 0 and fee_amount between 0 and amount - 1),
	CONSTRAINT "withdrawals_closed_has_time" CHECK ((status in ('paid', 'rejected', 'cancelled')) = (closed_at is not null)),
	CONSTRAINT "withdrawals_rejected_says_why" CHECK (status <> 'rejected' or reason is not null),
	CONSTRAINT "withdrawals_paid_has_proof" CHECK (status <> 'paid' or (proof is not null and approved_at is not null))
);
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "period" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "snapshot" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "inviter_id" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "discount_percent" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "commission_rate" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "commission_mode" text;--> statement-breakpoint
ALTER TABLE "node_reports" ADD COLUMN "metrics" jsonb;--> statement-breakpoint
ALTER TABLE "node_reports" ADD COLUMN "up" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "node_reports" ADD COLUMN "down" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "node_reports" ADD COLUMN "counted_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "node_reports" ADD COLUMN "heard_again_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "machine_id" bigint;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "rate_ranges" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "quota" bigint;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "quota_reset_day" smallint;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "exhausted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "offline_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "watched_from" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promotion_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "personal_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "surplus_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "balance_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "bonus_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cash_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "surplus_order_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "basis" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "quote_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "renewal_of" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "term_start" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "term_end" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "next_ask_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "proof" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "proof_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "returned_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "returned_value" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "resolved_by" bigint;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD COLUMN "resolution_note" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "auto_renew" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "renew_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "renew_problem" text;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_receiver_id_accounts_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_codes" ADD CONSTRAINT "invite_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_uses" ADD CONSTRAINT "invite_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_uses" ADD CONSTRAINT "invite_uses_code_id_invite_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."invite_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_alarms" ADD CONSTRAINT "link_alarms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_fetches" ADD CONSTRAINT "link_fetches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_loads" ADD CONSTRAINT "machine_loads_machine_id_machines_id_fk" FOREIGN KEY ("machine_id") REFERENCES "public"."machines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_gifts" ADD CONSTRAINT "outage_gifts_outage_id_outages_id_fk" FOREIGN KEY ("outage_id") REFERENCES "public"."outages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_gifts" ADD CONSTRAINT "outage_gifts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outages" ADD CONSTRAINT "outages_node_id_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."nodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_reviewed_by_accounts_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_by_account_id_accounts_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redeem_batches" ADD CONSTRAINT "redeem_batches_template_id_redeem_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."redeem_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redeem_codes" ADD CONSTRAINT "redeem_codes_batch_id_redeem_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."redeem_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redeem_templates" ADD CONSTRAINT "redeem_templates_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redeem_uses" ADD CONSTRAINT "redeem_uses_code_id_redeem_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."redeem_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redeem_uses" ADD CONSTRAINT "redeem_uses_batch_id_redeem_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."redeem_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redeem_uses" ADD CONSTRAINT "redeem_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_receipt_id_payment_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."payment_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_imported_by_accounts_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_closed_by_accounts_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic_gifts" ADD CONSTRAINT "traffic_gifts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_allowances" ADD CONSTRAINT "node_allowances_node_id_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."nodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_boots" ADD CONSTRAINT "node_boots_node_id_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."nodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_alerts" ADD CONSTRAINT "usage_alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_approved_by_accounts_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_closed_by_accounts_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_order_level" ON "commissions" USING btree ("order_id","level");--> statement-breakpoint
CREATE INDEX "commissions_receiver" ON "commissions" USING btree ("receiver_id","created_at");--> statement-breakpoint
CREATE INDEX "commissions_created" ON "commissions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "commissions_due" ON "commissions" USING btree ("frozen_until") WHERE status in ('pending', 'confirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_order" ON "coupon_uses" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "coupon_uses_coupon" ON "coupon_uses" USING btree ("coupon_id","id");--> statement-breakpoint
CREATE INDEX "coupon_uses_member" ON "coupon_uses" USING btree ("coupon_id","account_id") WHERE returned_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("code");--> statement-breakpoint
CREATE INDEX "coupons_batch" ON "coupons" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "coupons_created" ON "coupons" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invite_codes_code" ON "invite_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "invite_codes_account" ON "invite_codes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "invite_codes_created" ON "invite_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invite_uses_code" ON "invite_uses" USING btree ("code_id","created_at");--> statement-breakpoint
CREATE INDEX "invite_uses_network" ON "invite_uses" USING btree ("network");--> statement-breakpoint
CREATE INDEX "link_fetches_slot" ON "link_fetches" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "machine_loads_at" ON "machine_loads" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "machines_secret" ON "machines" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "past_members_left" ON "past_members" USING btree ("left_at");--> statement-breakpoint
CREATE INDEX "outage_gifts_account" ON "outage_gifts" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outages_running" ON "outages" USING btree ("node_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "outages_node" ON "outages" USING btree ("node_id","began_at");--> statement-breakpoint
CREATE INDEX "outages_began" ON "outages" USING btree ("began_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reversals_no" ON "payment_reversals" USING btree ("method_id","reversal_no");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reversals_refund" ON "payment_reversals" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "payment_reversals_receipt" ON "payment_reversals" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "payment_reversals_received" ON "payment_reversals" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_no" ON "refunds" USING btree ("refund_no");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "promotions_running" ON "promotions" USING btree ("enabled","ends_at");--> statement-breakpoint
CREATE INDEX "redeem_batches_template" ON "redeem_batches" USING btree ("template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "redeem_codes_code" ON "redeem_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "redeem_codes_prefix" ON "redeem_codes" USING btree ("code" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "redeem_codes_batch" ON "redeem_codes" USING btree ("batch_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "redeem_uses_once" ON "redeem_uses" USING btree ("code_id","account_id");--> statement-breakpoint
CREATE INDEX "redeem_uses_member" ON "redeem_uses" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "redeem_uses_batch" ON "redeem_uses" USING btree ("batch_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_reference" ON "statement_lines" USING btree ("method_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_receipt" ON "statement_lines" USING btree ("receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_attempt" ON "statement_lines" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "statement_lines_status" ON "statement_lines" USING btree ("status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_number" ON "template_versions" USING btree ("format","version");--> statement-breakpoint
CREATE UNIQUE INDEX "template_versions_live" ON "template_versions" USING btree ("format",(rollout_percent = 100)) WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "node_boots_seen" ON "node_boots" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_no" ON "withdrawals" USING btree ("withdrawal_no");--> statement-breakpoint
CREATE INDEX "withdrawals_account" ON "withdrawals" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_created" ON "withdrawals" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_status" ON "withdrawals" USING btree ("status","created_at");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_inviter_id_accounts_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_parent_id_nodes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_machine_id_machines_id_fk" FOREIGN KEY ("machine_id") REFERENCES "public"."machines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_resolved_by_accounts_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_inviter" ON "accounts" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_created" ON "ledger_transactions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "nodes_parent" ON "nodes" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "nodes_machine" ON "nodes" USING btree ("machine_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_quote" ON "orders" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_renewal" ON "orders" USING btree ("account_id","renewal_of") WHERE status not in ('cancelled', 'expired');--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_ask" ON "payment_attempts" USING btree ("next_ask_at") WHERE next_ask_at is not null;--> statement-breakpoint
CREATE INDEX "payment_receipts_unclear" ON "payment_receipts" USING btree ("id") WHERE outcome in ('underpaid', 'overpaid');--> statement-breakpoint
CREATE INDEX "subscriptions_renew" ON "subscriptions" USING btree ("expires_at") WHERE auto_renew;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_percents" CHECK (discount_percent between 0 and 100 and commission_rate between 0 and 100);--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_held_not_negative" CHECK (kind <> 'held' or balance >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_lines" CHECK (price_amount = total_amount + promotion_amount + coupon_amount + personal_amount + (surplus_amount - credit_amount) + balance_amount);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_parts" CHECK (least(promotion_amount, coupon_amount, personal_amount, credit_amount, balance_amount, bonus_amount, refunded_amount, surplus_amount - credit_amount) >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK (refunded_amount <= total_amount + balance_amount + fee_amount);--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_returned" CHECK (returned_amount between 0 and amount and returned_value >= 0);--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_resolved" CHECK ((resolution is null) = (resolved_at is null));--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_resolvable" CHECK (resolution is null or outcome in ('underpaid', 'overpaid'));