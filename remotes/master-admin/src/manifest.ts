import { declareRemote } from '@portal/contracts/declare-remote'

const below = { layout: 'topbar', below: '/master-admin' } as const

/**
 * The manifest of master-admin. Its routes are open to every signed-in person; the guard inside
 * turns away all but operators (decision 8). The link is for operators.
 */
export const manifest = declareRemote({
  name: 'master-admin',
  navigation: [
    {
      label: 'Master Admin',
      to: '/master-admin',
      icon: 'shield-check',
      order: 90,
      topBar: ['operator'],
      sidebar: ['operator'],
    },
  ],
  acts: [
    {
      label: 'Add an organization',
      words: 'new create',
      to: '/master-admin?open=new-organization',
      when: ['operator'],
    },
    {
      label: 'Add a user',
      words: 'new create person',
      to: '/master-admin?tab=users&open=new-user',
      when: ['operator'],
    },
  ],
  routes: [
    {
      path: '/master-admin',
      screen: 'dashboard',
      when: ['signed-in'],
      title: 'Master Admin Dashboard',
      layout: 'topbar',
    },
    { path: '/master-admin/mail', screen: 'mail', when: ['signed-in'], title: 'Sent mail', ...below },
    {
      path: '/master-admin/deletions',
      screen: 'deletions',
      when: ['signed-in'],
      title: 'Deletions',
      ...below,
    },
    {
      path: '/master-admin/erasures',
      screen: 'erasures',
      when: ['signed-in'],
      title: 'Erasures',
      ...below,
    },
    {
      path: '/master-admin/remotes',
      screen: 'remotes',
      when: ['signed-in'],
      title: 'Remotes',
      ...below,
    },
    {
      path: '/master-admin/operations',
      screen: 'operations',
      when: ['signed-in'],
      title: 'Operations',
      ...below,
    },
    {
      path: '/master-admin/audit',
      screen: 'platform-audit',
      when: ['signed-in'],
      title: 'Audit trail',
      ...below,
    },
    {
      path: '/audit',
      screen: 'audit',
      when: ['member'],
      permission: 'audit:read',
      title: 'Audit trail',
      layout: 'topbar',
      below: '/team',
    },
  ],
})
