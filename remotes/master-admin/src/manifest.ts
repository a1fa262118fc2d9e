import { declareRemote } from '@portal/contracts/declare-remote'

/** What master-admin declares of itself: one screen, and the link to it for operators. */
export const manifest = declareRemote({
  name: 'master-admin',
  navigation: [
    {
      label: 'Master Admin',
      to: '/master-admin',
      icon: 'inbox',
      order: 90,
      topBar: ['operator'],
      sidebar: ['operator'],
    },
  ],
  routes: [
    {
      path: '/master-admin',
      screen: 'overview',
      when: ['member', 'team-member'],
      permission: 'department:read',
      title: 'Master Admin',
      layout: 'topbar',
    },
  ],
})
