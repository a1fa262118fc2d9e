CREATE TABLE "evidence_packs" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid,
	"period_from" timestamp with time zone,
	"period_to" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evidence_packs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
