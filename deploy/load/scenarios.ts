import type { RouteName } from './route-names.ts'

/** Said by the script when its organizations are there and the load begins. */
export const beginning = 'The organizations are there; the load begins.'

/** What people do, each named after the route that it is about, with all routes that it calls. */
export const scenarioRoutes = {
  login: ['gateway.login', 'gateway.callback', 'gateway.readSession', 'gateway.logout'],
  listDocuments: [
    'gateway.readSession',
    'team.currentUser',
    'team.listDepartments',
    'team.countUnreadNotifications',
    'documents.listDocuments',
    'documents.readDocument',
    'documents.listVersions',
    'documents.readVersionText',
    'documents.searchPassages',
    'chat.listConversations',
  ],
  uploadDocument: ['documents.uploadDocument', 'documents.readDocument'],
  ask: ['chat.ask', 'chat.readConversation'],
  streamAnswer: ['chat.streamAnswer'],
  decideApproval: [
    'documents.uploadDocument',
    'documents.listPendingApprovals',
    'documents.decideApproval',
    'documents.listVersions',
  ],
  listOrganizations: [
    'master-admin.listOrganizations',
    'master-admin.listUsers',
    'master-admin.listDeletions',
    'master-admin.listPlatformAudit',
  ],
} as const satisfies Readonly<Record<string, readonly RouteName[]>>

/** The little that an open page asks for when somebody comes back to it; paced by itself. */
export const returningRoutes = [
  'gateway.readSession',
  'team.currentUser',
  'team.listDepartments',
  'team.countUnreadNotifications',
  'chat.listConversations',
] as const satisfies readonly RouteName[]

export type ScenarioName = keyof typeof scenarioRoutes

/** In the list's order. Safe because the keys are what the type says. */
export const scenarioNames = Object.keys(scenarioRoutes) as readonly ScenarioName[]

/** How many of a thousand acts are of each scenario, where people come at a rate. */
export const sharesOfThousand: Readonly<Record<ScenarioName, number>> = {
  listDocuments: 620,
  ask: 120,
  streamAnswer: 80,
  uploadDocument: 40,
  decideApproval: 40,
  listOrganizations: 60,
  login: 40,
}
