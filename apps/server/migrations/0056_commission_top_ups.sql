CREATE TABLE "commission_top_ups" (
	"commission_id" bigint NOT NULL,
	"top_up_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"reversed_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "commission_top_ups_commission_id_top_up_id_pk" PRIMARY KEY("commission_id","top_up_id"),
	CONSTRAINT "commission_top_ups_amounts" CHECK (amount > 0 and reversed_amount >= 0)
);
--> statement-breakpoint
ALTER TABLE "commission_top_ups" ADD CONSTRAINT "commission_top_ups_commission_id_commissions_id_fk" FOREIGN KEY ("commission_id") REFERENCES "public"."commissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_top_ups" ADD CONSTRAINT "commission_top_ups_top_up_id_orders_id_fk" FOREIGN KEY ("top_up_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commission_top_ups_top_up" ON "commission_top_ups" USING btree ("top_up_id");