CREATE TABLE "deletion_steps" (
	"deleted_organization_id" bigint NOT NULL,
	"service" text NOT NULL,
	"store" text NOT NULL,
	"removed" integer,
	"finished_at" timestamp with time zone,
	CONSTRAINT "deletion_steps_deleted_organization_id_service_store_pk" PRIMARY KEY("deleted_organization_id","service","store")
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"deleted_organization_id" bigint PRIMARY KEY NOT NULL,
	"organization_name" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deletion_steps" ADD CONSTRAINT "deletion_steps_deleted_organization_id_deletions_deleted_organization_id_fk" FOREIGN KEY ("deleted_organization_id") REFERENCES "public"."deletions"("deleted_organization_id") ON DELETE cascade ON UPDATE no action;