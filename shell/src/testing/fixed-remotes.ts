import type { RemoteEntry, RemoteNavigation, RemoteRoute } from '@portal/contracts/remotes'

type Link = Pick<RemoteNavigation, 'label' | 'to' | 'order'> & Partial<RemoteNavigation>
type Screen = Pick<RemoteRoute, 'path' | 'screen' | 'when'> & Partial<RemoteRoute>

/** A registry entry for tests: links for every member unless they say otherwise. */
export function fixedRemote(
  name: string,
  links: readonly Link[],
  screens: readonly Screen[] = [],
): RemoteEntry {
  return {
    name,
    version: '1',
    entry: `/remotes/${name}/1/remote-entry.js`,
    container: name,
    integrity: {},
    navigation: links.map((link) => ({ icon: 'files', topBar: ['member'], sidebar: ['member'], ...link })),
    routes: screens.map((screen) => ({ title: screen.screen, layout: 'topbar', ...screen })),
  }
}

/** The navigation of product §2 as the six remotes declare it (decision 11). */
export const specifiedNavigation: readonly RemoteEntry[] = [
  fixedRemote('documents', [
    { label: 'Documents', to: '/documents', order: 20, sidebar: ['member', 'team-member'] },
  ]),
  fixedRemote(
    'chat',
    [
      {
        label: 'Chat',
        sidebarLabel: 'AI Assistant',
        to: '/chat',
        order: 30,
        topBar: ['member', 'team-member'],
        sidebar: ['member', 'team-member'],
      },
    ],
    [
      { path: '/chat', screen: 'chat', when: ['member', 'team-member'] },
      { path: '/', screen: 'chat', when: ['team-member'] },
    ],
  ),
  fixedRemote('analytics', [
    { label: 'Dashboard', to: '/', order: 10 },
    { label: 'Analytics', to: '/analytics', order: 40, permission: 'member:read' },
  ]),
  fixedRemote('team', [
    { label: 'Team', sidebarLabel: 'Team Management', to: '/team', order: 50, permission: 'member:read' },
    {
      label: 'Your sessions',
      to: '/sessions',
      order: 100,
      topBar: [],
      sidebar: [],
      userMenu: ['member', 'team-member', 'operator'],
    },
  ]),
  fixedRemote('master-admin', [
    { label: 'Master Admin', to: '/master-admin', order: 60, topBar: ['operator'], sidebar: [] },
  ]),
]
