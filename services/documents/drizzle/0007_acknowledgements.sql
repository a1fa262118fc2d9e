CREATE TABLE "acknowledgements" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"person_id" text NOT NULL,
	"campaign_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"acknowledged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "acknowledgements_organization_id_version_id_person_id_pk" PRIMARY KEY("organization_id","version_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "acknowledgement_campaigns" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"activated_at" timestamp with time zone NOT NULL,
	"departments" integer[],
	"due_on" date,
	"change" text NOT NULL,
	"carried_version_ids" uuid[] DEFAULT '{}' NOT NULL,
	"started_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reminded_at" timestamp with time zone,
	"due_reminder_at" timestamp with time zone,
	"overdue_reminder_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closed_as" text,
	CONSTRAINT "acknowledgement_campaigns_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "acknowledgement_requests" (
	"organization_id" bigint NOT NULL,
	"campaign_id" uuid NOT NULL,
	"person_id" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "acknowledgement_requests_organization_id_campaign_id_person_id_pk" PRIMARY KEY("organization_id","campaign_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "member_departments" (
	"organization_id" bigint NOT NULL,
	"person_id" text NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "member_departments_organization_id_person_id_number_pk" PRIMARY KEY("organization_id","person_id","number")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"person_id" text PRIMARY KEY NOT NULL,
	"name" text,
	"email" text
);
--> statement-breakpoint
ALTER TABLE "acknowledgements" ADD CONSTRAINT "acknowledgements_campaign" FOREIGN KEY ("organization_id","campaign_id") REFERENCES "public"."acknowledgement_campaigns"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acknowledgement_campaigns" ADD CONSTRAINT "acknowledgement_campaigns_version" FOREIGN KEY ("organization_id","version_id") REFERENCES "public"."versions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acknowledgement_requests" ADD CONSTRAINT "acknowledgement_requests_campaign" FOREIGN KEY ("organization_id","campaign_id") REFERENCES "public"."acknowledgement_campaigns"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "acknowledgements_of_person" ON "acknowledgements" USING btree ("organization_id","person_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "acknowledgement_campaigns_open" ON "acknowledgement_campaigns" USING btree ("organization_id","document_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "acknowledgement_campaigns_due" ON "acknowledgement_campaigns" USING btree ("due_on") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "acknowledgement_requests_of_person" ON "acknowledgement_requests" USING btree ("organization_id","person_id");