import { defineRemote } from '@portal/remote-kit/define-remote'
import { manifest } from './manifest.ts'
import './styles.css'

export const remote = defineRemote(manifest, {
  difference: () => import('./routes/difference.tsx'),
  library: () => import('./routes/library.tsx'),
  document: () => import('./routes/document.tsx'),
  versions: () => import('./routes/versions.tsx'),
  approvals: () => import('./routes/approvals.tsx'),
  rules: () => import('./routes/rules.tsx'),
  'to-read': () => import('./routes/to-read.tsx'),
  deleted: () => import('./routes/deleted.tsx'),
  ingestion: () => import('./routes/ingestion.tsx'),
  contradictions: () => import('./routes/contradictions.tsx'),
  synonyms: () => import('./routes/synonyms.tsx'),
  extracted: () => import('./routes/extracted.tsx'),
  'upload-test': () => import('./routes/upload-test.tsx'),
  visitor: () => import('./routes/visitor.tsx'),
})
