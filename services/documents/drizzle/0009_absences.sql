CREATE TABLE "approver_absences" (
	"organization_id" bigint NOT NULL,
	"person_id" text NOT NULL,
	"delegate_id" text NOT NULL,
	"until" date NOT NULL,
	CONSTRAINT "approver_absences_organization_id_person_id_pk" PRIMARY KEY("organization_id","person_id")
);
