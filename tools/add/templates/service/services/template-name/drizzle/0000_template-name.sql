CREATE TABLE "template_entities" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_entities_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
