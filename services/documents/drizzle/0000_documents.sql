CREATE TABLE "departments" (
	"organization_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	CONSTRAINT "departments_organization_id_number_pk" PRIMARY KEY("organization_id","number")
);
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"custom_id" text NOT NULL,
	"title" text NOT NULL,
	"department_number" integer,
	"visible_to" integer[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"current_version_id" uuid,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "documents_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "embeddings" (
	"organization_id" bigint NOT NULL,
	"model" text NOT NULL,
	"content_hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "embeddings_organization_id_model_content_hash_pk" PRIMARY KEY("organization_id","model","content_hash")
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"start_offset" integer NOT NULL,
	"end_offset" integer NOT NULL,
	"heading_path" text[] NOT NULL,
	"page" integer,
	"text" text NOT NULL,
	"content_hash" text NOT NULL,
	CONSTRAINT "passages_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "version_texts" (
	"organization_id" bigint NOT NULL,
	"version_id" uuid NOT NULL,
	"text" text NOT NULL,
	"sections" jsonb NOT NULL,
	"pages" jsonb NOT NULL,
	"parser" text NOT NULL,
	CONSTRAINT "version_texts_organization_id_version_id_pk" PRIMARY KEY("organization_id","version_id")
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"file_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"blob_key" text NOT NULL,
	"status" text NOT NULL,
	"approved_at" timestamp with time zone,
	"ingestion_state" text DEFAULT 'queued' NOT NULL,
	"ingestion_reason" text,
	"passage_count" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "versions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_version_of" FOREIGN KEY ("organization_id","version_id") REFERENCES "public"."versions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_texts" ADD CONSTRAINT "version_texts_version" FOREIGN KEY ("organization_id","version_id") REFERENCES "public"."versions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_document" FOREIGN KEY ("organization_id","document_id") REFERENCES "public"."documents"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_custom_id" ON "documents" USING btree ("organization_id","custom_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "passages_version" ON "passages" USING btree ("organization_id","version_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "versions_number" ON "versions" USING btree ("organization_id","document_id","number");--> statement-breakpoint
CREATE INDEX "versions_upload" ON "versions" USING btree ("organization_id","created_by","sha256");