/** SQL condition: readable by the departments in the JSON `:departments`, null for everyone. */
export const readableDocument = `(
  :departments IS NULL OR documents.departments = '[]' OR EXISTS (
    SELECT 1 FROM json_each(documents.departments) AS own JOIN json_each(:departments) AS asked ON own.value = asked.value
  )
)`

/** The parameter of {@link readableDocument}. */
export function departmentsParameter(departments: readonly number[] | null): string | null {
  return departments === null ? null : JSON.stringify(departments)
}
