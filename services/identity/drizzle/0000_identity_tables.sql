CREATE TABLE "accounts" (
	"subject" text PRIMARY KEY DEFAULT uuidv7()::text NOT NULL,
	"username" text NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"first_name" text,
	"last_name" text,
	"password_hash" text,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"kind" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" text NOT NULL,
	"uid" text,
	"grant_id" text,
	"subject" text,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "artifacts_kind_id_hash_pk" PRIMARY KEY("kind","id_hash")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "login_names" (
	"name" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"material" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_names" ADD CONSTRAINT "login_names_subject_accounts_subject_fk" FOREIGN KEY ("subject") REFERENCES "public"."accounts"("subject") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_subject_accounts_subject_fk" FOREIGN KEY ("subject") REFERENCES "public"."accounts"("subject") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artifacts_uid" ON "artifacts" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "artifacts_grant" ON "artifacts" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "artifacts_subject" ON "artifacts" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "artifacts_expiry" ON "artifacts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_names_subject" ON "login_names" USING btree ("subject");