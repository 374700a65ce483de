CREATE TABLE "statement_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"method_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"file" "bytea" NOT NULL,
	"file_hash" "bytea" NOT NULL,
	"choices" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"by_account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "statement_imports_finished" CHECK ((state in ('done', 'cancelled')) = (finished_at is not null))
);
--> statement-breakpoint
CREATE TABLE "statement_rows" (
	"import_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"occurred_at" timestamp with time zone,
	"amount" bigint,
	"currency" char(3),
	"reference" text,
	"attempt_no" text,
	"line_id" bigint,
	"is_new" boolean DEFAULT false NOT NULL,
	CONSTRAINT "statement_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "statement_rows_problem" CHECK ((state in ('skipped', 'refused')) = (problem is not null))
);
--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_method_id_payment_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_by_account_id_accounts_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_rows" ADD CONSTRAINT "statement_rows_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_rows" ADD CONSTRAINT "statement_rows_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_imports_file" ON "statement_imports" USING btree ("method_id","file_hash");--> statement-breakpoint
CREATE INDEX "statement_imports_created" ON "statement_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "statement_rows_state" ON "statement_rows" USING btree ("import_id","state","line");--> statement-breakpoint
CREATE INDEX "statement_rows_line" ON "statement_rows" USING btree ("line_id") WHERE line_id is not null;