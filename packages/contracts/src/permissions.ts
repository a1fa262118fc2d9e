/** Roles in an organization, strongest first (decision 5). */
export const roles = ['facilitator', 'admin', 'manager', 'team_member'] as const
export type Role = (typeof roles)[number]

const everyone: readonly Role[] = roles
const leaders: readonly Role[] = ['facilitator', 'admin', 'manager']
const stewards: readonly Role[] = ['facilitator', 'admin']

/**
 * Which roles hold which permission, by the service that owns the entity before the colon
 * (product §6, decisions 4–7, 11, 28, 55 and 57). Services, navigation and the
 * authorization tests all derive from this table.
 */
export const permissionsByService = {
  team: {
    'organization:read': everyone,
    'organization:read-join-code': stewards,
    'organization:manage-join-code': stewards,
    'organization:change-settings': ['admin'],
    'department:read': everyone,
    'department:create': ['admin'],
    'department:delete': ['admin'],
    'member:read': leaders,
    'member:read-names': everyone,
    'member:change-role': stewards,
    'member:assign-departments': stewards,
    'member:remove': stewards,
    // Everyone may open the dialog; the role policy says which roles they may grant (decision 5).
    'invitation:create': everyone,
    'invitation:read': stewards,
    'invitation:manage': stewards,
    // One's own alone.
    'notification:read': everyone,
    'notification:mark-read': everyone,
    'notification:configure': everyone,
  },
  documents: {
    'document:read': everyone,
    'document:read-inactive': leaders,
    'document:read-any-department': stewards,
    'document:upload': stewards,
    'document:update': stewards,
    'document:delete': stewards,
    'document:restore': stewards,
    'document:recertify': everyone,
    'sample-policy:read': stewards,
    'sample-policy:add': stewards,
    'sample-policy:remove': stewards,
    'version:read': everyone,
    'version:read-any': leaders,
    // Everyone may be an owner or an approver; the verbs say of which document (decision 75).
    'version:create': everyone,
    'version:submit': everyone,
    'version:withdraw': everyone,
    'version:manage': stewards,
    'version:activate': stewards,
    'version:read-problems': stewards,
    'version:read-again': stewards,
    'approval:read': everyone,
    'approval:decide': everyone,
    'approval:delegate': everyone,
    'approval:delegate-any': stewards,
    // The verbs say on which versions (decision 75); stewards on every one.
    'comment:read': everyone,
    'comment:write': everyone,
    'comment:write-any': stewards,
    'approval-rule:read': leaders,
    'approval-rule:manage': stewards,
    // A pack holds an extract of the audit trail, which stewards alone read.
    'evidence-pack:create': stewards,
    'evidence-pack:read': stewards,
    'passage:read': everyone,
    'contradiction:read': stewards,
    'synonym:read': stewards,
    'synonym:manage': stewards,
    'acknowledgement:read-own': everyone,
    'acknowledgement:give': everyone,
    // Everyone may be an owner; the verbs say of which document (decision 75).
    'campaign:read': everyone,
    'campaign:start': everyone,
    'campaign:remind': everyone,
    'campaign:close': everyone,
    'campaign:manage-any': stewards,
  },
  chat: {
    // One's own alone (decision 53).
    'conversation:read': everyone,
    'conversation:rename': everyone,
    'conversation:delete': everyone,
    'chat:ask': everyone,
    'assistant:read-use': stewards,
    'assistant:change-settings': ['admin'],
    // Documents says of which versions: those that await approval, for whom they concern.
    'question:read-affected': everyone,
    'answer:compare': everyone,
    // The verbs say of which documents: one's own, and with the other permissions all of them.
    'citation:read': everyone,
    'citation:read-any': leaders,
    'question:read-about-document': everyone,
    'question:read-about-any-document': leaders,
    'question:read-any-sent': stewards,
    'question:send-to-owner': everyone,
    // Of answers to one's own questions alone.
    'answer:prove': everyone,
    'answer:rate': everyone,
    // Everyone may own a document; the verbs say of which gaps (decision 75).
    'gap:read': everyone,
    'gap:change': everyone,
    'gap:manage-any': stewards,
    'verified-answer:read': stewards,
    'verified-answer:create': stewards,
    'verified-answer:withdraw': stewards,
    'golden-question:read': stewards,
    'golden-question:manage': stewards,
  },
  'master-admin': {
    'audit:read': stewards,
    'audit:read-own-answer': everyone,
  },
  analytics: {
    'analytics:read': leaders,
    // As far as the events concern the person.
    'activity:read': leaders,
  },
} as const satisfies Record<string, Record<string, readonly Role[]>>

/** A service that owns entities. */
export type PermissionOwner = keyof typeof permissionsByService

/** The permissions of a service's own entities, the only ones that its code may name. */
export type PermissionOf<Service extends string> = Service extends PermissionOwner
  ? Extract<keyof (typeof permissionsByService)[Service], string>
  : never

/** A permission, as `entity:verb`. */
export type Permission = PermissionOf<PermissionOwner>

/** Every permission with the roles that hold it: exactly the keys of the tables above. */
export const permissions: Readonly<Record<Permission, readonly Role[]>> = Object.assign(
  {},
  ...Object.values(permissionsByService),
)

/** Whether a role holds a permission. No role, no permission. */
export function roleCan(role: Role | null, permission: Permission): boolean {
  return role !== null && permissions[permission].includes(role)
}

/** The roles that hold a permission, strongest first. */
export function rolesWith(permission: Permission): Role[] {
  return [...permissions[permission]]
}

/** Every permission of a role, in the table's order. */
export function permissionsOf(role: Role | null): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) => roleCan(role, permission))
}

/** The word shown for a role (decision 6). */
export const roleLabels: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  facilitator: 'Facilitator',
  manager: 'Manager',
  team_member: 'Employee',
}
