CREATE TABLE "digest_days" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"organization_id" bigint NOT NULL,
	"person_id" text NOT NULL,
	"day" date NOT NULL,
	"id" uuid NOT NULL,
	"address" text,
	"state" text NOT NULL,
	CONSTRAINT "digests_organization_id_person_id_day_pk" PRIMARY KEY("organization_id","person_id","day")
);
--> statement-breakpoint
CREATE TABLE "known_documents" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"visible_to" integer[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"has_current_version" boolean DEFAULT false NOT NULL,
	"owner_id" text,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "known_documents_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"organization_id" bigint NOT NULL,
	"person_id" text NOT NULL,
	"has_digest" boolean NOT NULL,
	CONSTRAINT "notification_settings_organization_id_person_id_pk" PRIMARY KEY("organization_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"organization_id" bigint NOT NULL,
	"person_id" text NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"document_id" uuid NOT NULL,
	"version_id" uuid,
	"about" text NOT NULL,
	"matter" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "notifications_organization_id_person_id_id_pk" PRIMARY KEY("organization_id","person_id","id")
);
--> statement-breakpoint
ALTER TABLE "digest_days" ADD CONSTRAINT "digest_days_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_member" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."memberships"("organization_id","person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_documents" ADD CONSTRAINT "known_documents_organization_id_organizations_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_member" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."memberships"("organization_id","person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_member" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."memberships"("organization_id","person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digests_waiting" ON "digests" USING btree ("organization_id","person_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("organization_id","event_id","person_id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("organization_id","person_id","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_document" ON "notifications" USING btree ("organization_id","document_id");--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("organization_id","created_at");