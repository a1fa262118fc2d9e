-- Begins every transaction of an organization, in the message of its BEGIN: row security sees the organization, and a deleted one is refused.
CREATE PROCEDURE "enter_organization"("organization" bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.organization_id', organization::text, true);
  IF EXISTS (SELECT FROM tombstones WHERE organization_id = organization) THEN
    RAISE EXCEPTION 'The organization was deleted.' USING ERRCODE = 'PO410';
  END IF;
END $$;
