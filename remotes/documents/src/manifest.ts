import { declareRemote } from '@portal/contracts/declare-remote'

const title = 'Document Library'

/** Until there is a dashboard, a member's `/` is the library (decision 63). */
export const manifest = declareRemote({
  name: 'documents',
  navigation: [
    {
      label: 'Documents',
      to: '/documents',
      icon: 'files',
      order: 20,
      permission: 'document:read',
      topBar: ['member'],
      sidebar: ['member', 'team-member'],
    },
    {
      label: 'Approvals',
      to: '/approvals',
      icon: 'clipboard-check',
      order: 25,
      permission: 'approval:read',
      count: '/api/approvals/pending',
      topBar: ['member'],
      sidebar: ['member', 'team-member'],
    },
    {
      label: 'Approval rules',
      to: '/approvals/rules',
      icon: 'clipboard-check',
      order: 91,
      permission: 'approval-rule:manage',
      topBar: [],
      sidebar: [],
      userMenu: ['member'],
    },
  ],
  routes: [
    { path: '/', screen: 'library', when: ['member'], title, layout: 'topbar' },
    { path: '/documents', screen: 'library', when: ['member', 'team-member'], title, layout: 'topbar' },
    {
      path: '/documents/:id',
      screen: 'document',
      when: ['member', 'team-member'],
      title: 'Document',
      layout: 'topbar',
    },
    {
      path: '/documents/:id/versions',
      screen: 'versions',
      when: ['member', 'team-member'],
      title: 'Document Versions',
      layout: 'topbar',
    },
    {
      path: '/approvals',
      screen: 'approvals',
      when: ['member', 'team-member'],
      title: 'Approvals',
      layout: 'topbar',
    },
    {
      path: '/approvals/rules',
      screen: 'rules',
      when: ['member'],
      permission: 'approval-rule:read',
      title: 'Approval rules',
      layout: 'topbar',
    },
    {
      path: '/documents/:id/versions/:versionId/difference',
      screen: 'difference',
      when: ['member', 'team-member'],
      title: 'Difference',
      layout: 'topbar',
    },
    {
      path: '/documents/deleted',
      screen: 'deleted',
      when: ['member'],
      permission: 'document:restore',
      title: 'Recently deleted',
      layout: 'topbar',
    },
    { path: '/upload-test', screen: 'upload-test', when: ['always'], title: 'Upload test', layout: 'bare' },
    { path: '/documents', screen: 'visitor', when: ['anonymous'], title, layout: 'bare' },
  ],
})
