import { type Permission, permissionsOf, type Role, roleCan } from './permissions.ts'

interface FeatureWords {
  readonly name: string
  /** What nobody of the organization has while it is off. */
  readonly about: string
  readonly permissions: readonly Permission[]
}

/**
 * What an organization may switch off (decision 112): its permissions are then nobody's there. What
 * was kept of it stays, and is there again once it is switched on.
 */
export const features = {
  assistant: {
    name: 'AI Assistant',
    about: 'Asking questions. Earlier conversations stay readable for whoever asked.',
    permissions: [
      'chat:ask',
      'answer:compare',
      'question:read-affected',
      'golden-question:read',
      'golden-question:manage',
    ],
  },
  gaps: {
    name: 'Gaps',
    about: 'Sending questions to the owner of a document, and the list of what was not answered well.',
    permissions: ['gap:read', 'gap:change', 'gap:manage-any', 'question:send-to-owner'],
  },
  'verified-answers': {
    name: 'Verified answers',
    about: 'Answers verified by stewards, shown before those of the assistant.',
    permissions: ['verified-answer:read', 'verified-answer:create', 'verified-answer:withdraw'],
  },
  acknowledgements: {
    name: 'Acknowledgements',
    about: 'Asking people to read and acknowledge a version.',
    permissions: [
      'acknowledgement:read-own',
      'acknowledgement:give',
      'campaign:read',
      'campaign:start',
      'campaign:remind',
      'campaign:close',
      'campaign:manage-any',
    ],
  },
  comments: {
    name: 'Comments',
    about: 'Comments on passages of a version that awaits approval.',
    permissions: ['comment:read', 'comment:write', 'comment:write-any'],
  },
  contradictions: {
    name: 'Contradictions',
    about: 'The list of clauses that cannot both hold.',
    permissions: ['contradiction:read'],
  },
  analytics: {
    name: 'Analytics',
    about: 'Figures of what is asked and how well it is answered, and the recent activity.',
    permissions: ['analytics:read', 'activity:read'],
  },
  'evidence-packs': {
    name: 'Evidence packs',
    about: 'Downloading the record of documents for an audit.',
    permissions: ['evidence-pack:create', 'evidence-pack:read'],
  },
} as const satisfies Readonly<Record<string, FeatureWords>>

/** Safe because the keys are what the type says. */
export const featureNames = Object.keys(features) as readonly Feature[]

/** The name of a feature in requests and passports. */
export type Feature = keyof typeof features

const byPermission = new Map<Permission, Feature>(
  featureNames.flatMap((name) => features[name].permissions.map((permission) => [permission, name] as const)),
)

/** The feature that a permission is part of, if it is one of those that are switched off. */
export function featureOff(permission: Permission, featuresOff: readonly string[]): Feature | null {
  const feature = byPermission.get(permission)
  return feature !== undefined && featuresOff.includes(feature) ? feature : null
}

/** A member: their role, and the features that their organization has switched off. */
export interface MemberRights {
  readonly role: Role | null
  readonly featuresOff: readonly string[]
}

/** Whether a member holds a permission: by their role, unless it is of a feature that is off. */
export function memberCan({ role, featuresOff }: MemberRights, permission: Permission): boolean {
  return roleCan(role, permission) && featureOff(permission, featuresOff) === null
}

/** Every permission that a member holds, in the table's order. */
export function memberPermissions({ role, featuresOff }: MemberRights): Permission[] {
  return permissionsOf(role).filter((permission) => featureOff(permission, featuresOff) === null)
}
