CREATE TABLE "audit_subjects" (
	"organization_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "audit_subjects_organization_id_subject_pk" PRIMARY KEY("organization_id","subject")
);
