-- CALL answers no row and is not planned: a third of the client's time, two thirds of the round trip that SELECT of the same function adds.
DROP FUNCTION "refuse_deleted"(bigint);
--> statement-breakpoint
CREATE PROCEDURE "refuse_deleted"("organization" bigint) LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM tombstones WHERE organization_id = organization) THEN
    RAISE EXCEPTION 'The organization was deleted.' USING ERRCODE = 'PO410';
  END IF;
END $$;
