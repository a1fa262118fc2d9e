import { declareRemote } from '@portal/contracts/declare-remote'

/** What template-name declares of itself: one screen, and the link to it for every member. */
export const manifest = declareRemote({
  name: 'template-name',
  navigation: [
    {
      label: 'Template Name',
      to: '/template-name',
      icon: 'inbox',
      order: 90,
      permission: 'department:read',
      topBar: ['member', 'team-member'],
      sidebar: ['member', 'team-member'],
    },
  ],
  routes: [
    {
      path: '/template-name',
      screen: 'overview',
      when: ['member', 'team-member'],
      permission: 'department:read',
      title: 'Template Name',
      layout: 'topbar',
    },
  ],
})
