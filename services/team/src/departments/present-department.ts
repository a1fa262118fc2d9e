import type { Department } from '@portal/contracts/departments'
import type { departments } from '../schema.ts'

/** A department as sent to clients: its number is its id (decision 26). */
export function presentDepartment(row: typeof departments.$inferSelect): Department {
  return { id: row.number, name: row.name, color: row.color, createdAt: row.createdAt.toISOString() }
}
