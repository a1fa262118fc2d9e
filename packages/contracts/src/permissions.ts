/** Roles inside an organization, weakest last (decisions 5). */
export const roles = ['facilitator', 'admin', 'manager', 'team_member'] as const
export type Role = (typeof roles)[number]

const everyone: readonly Role[] = roles
const leaders: readonly Role[] = ['facilitator', 'admin', 'manager']
const stewards: readonly Role[] = ['facilitator', 'admin']

/**
 * Which roles hold which permission (product §6, decisions 4–7, 11 and 55). The one table that feeds services,
 * navigation and the authorization tests.
 */
export const permissions = {
  'organization:read': everyone,
  'organization:read-join-code': stewards,
  'organization:manage-join-code': stewards,
  'department:read': everyone,
  'department:create': ['admin'],
  'department:delete': ['admin'],
  'member:read': leaders,
  'member:change-role': stewards,
  'member:assign-departments': stewards,
  'member:remove': stewards,
  // Everyone may open the dialog; what a role may grant is the policy's answer (decision 5).
  'invitation:create': everyone,
  'invitation:read': stewards,
  'invitation:manage': stewards,
  'document:read': everyone,
  'document:upload': stewards,
  'document:delete': stewards,
  'version:read': everyone,
  'conversation:read': everyone,
  'chat:ask': everyone,
  'analytics:read': leaders,
  'team:read': leaders,
  'audit:read': stewards,
} as const satisfies Record<string, readonly Role[]>

/** A permission, as `entity:verb`. */
export type Permission = keyof typeof permissions

const table: Readonly<Record<Permission, readonly Role[]>> = permissions

/** Whether a role holds a permission. No role, no permission. */
export function roleCan(role: Role | null, permission: Permission): boolean {
  return role !== null && table[permission].includes(role)
}

/** Every permission of a role, in the table's order. */
export function permissionsOf(role: Role | null): Permission[] {
  return (Object.keys(table) as Permission[]).filter((permission) => roleCan(role, permission))
}

/** The word shown for a role (decision 6). */
export const roleLabels: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  facilitator: 'Facilitator',
  manager: 'Manager',
  team_member: 'Employee',
}
