import { z } from 'zod'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'
import { visibleName } from './visible-name.ts'
import { wholeNumber } from './whole-number.ts'

/** The number of a department within its organization (decision 26). */
export const departmentNumberMax = 2_147_483_647
/** Identifies a department in paths and bodies: its number within the organization. */
export const DepartmentNumber = wholeNumber(departmentNumberMax)

/** Longest name of a department, in characters (decision 66). */
export const departmentNameMax = 100
const colorMessage = 'Invalid color format'
/** Default of the colour field (product §5, §9). */
export const departmentColorDefault = '#10B981'

/** The preset palette of 8 (product §5); the default first. */
export const departmentPalette = [
  departmentColorDefault,
  '#3B82F6',
  '#EC4899',
  '#8B5CF6',
  '#F59E0B',
  '#EF4444',
  '#06B6D4',
  '#64748B',
] as const

/** A department of one's own organization. `color` is `#RRGGBB`. */
export const Department = z.object({
  id: z.number().int(),
  name: z.string(),
  color: z.string(),
  createdAt: z.iso.datetime(),
})
export type Department = z.infer<typeof Department>

/** Input for a new department; form and server validate with it alike (messages: product §5). */
export const NewDepartment = z.object({
  name: visibleName({ label: 'Department name', min: 2, max: departmentNameMax }),
  color: z.string(colorMessage).regex(/^#[0-9A-Fa-f]{6}$/, colorMessage),
})
export type NewDepartment = z.infer<typeof NewDepartment>

/** Routes for departments, served by team. */
export const departmentsApi = {
  listDepartments: route('GET', '/api/departments', {
    can: 'department:read',
    summary: 'Departments by number',
    query: listQuery(DepartmentNumber),
    returns: z.array(Department),
  }),
  createDepartment: route('POST', '/api/departments', {
    can: 'department:create',
    summary: 'Create a department; it gets the next number of its organization, which is never given again',
    body: NewDepartment,
    returns: Department,
    status: 201,
  }),
  deleteDepartment: route('DELETE', '/api/departments/{id}', {
    can: 'department:delete',
    summary: 'Delete a department; its documents keep "None", its members lose the assignment',
    params: z.object({ id: DepartmentNumber }),
  }),
} as const
