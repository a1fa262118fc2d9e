import { declareRemote } from '@portal/contracts/declare-remote'

/**
 * What master-admin declares of itself. Its places are open to everybody who is signed in, and the guard inside tells those who are no
 * operators so (decision 8); the link is for operators.
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
  routes: [
    {
      path: '/master-admin',
      screen: 'dashboard',
      when: ['signed-in'],
      title: 'Master Admin Dashboard',
      layout: 'topbar',
    },
    {
      path: '/master-admin/mail',
      screen: 'mail',
      when: ['signed-in'],
      title: 'Sent mail',
      layout: 'topbar',
      below: '/master-admin',
    },
    {
      path: '/master-admin/deletions',
      screen: 'deletions',
      when: ['signed-in'],
      title: 'Deletions',
      layout: 'topbar',
      below: '/master-admin',
    },
    {
      path: '/master-admin/audit',
      screen: 'platform-audit',
      when: ['signed-in'],
      title: 'Audit trail',
      layout: 'topbar',
      below: '/master-admin',
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
