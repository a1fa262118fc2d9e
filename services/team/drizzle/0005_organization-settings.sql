CREATE TABLE "organization_settings" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"review_cycle_months" integer,
	"approval_deadline_days" integer,
	"approval_reminder_days" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organization_settings" ADD CONSTRAINT "organization_settings_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE cascade ON UPDATE no action;