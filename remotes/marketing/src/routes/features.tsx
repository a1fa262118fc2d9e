import { NineFeatures } from '../features/features/nine-features.tsx'
import { CallToAction } from '../features/site/call-to-action.tsx'
import { FactList } from '../features/site/fact-list.tsx'
import { PageTop } from '../features/site/page-top.tsx'
import { PublicPage } from '../features/site/public-page.tsx'
import { HeadedSection } from '../features/site/section.tsx'

/** Product §5 and §9, and the decisions that add to them. */
const facts = [
  ['Files you can upload', 'PDF, TXT, DOCX'],
  ['Also for new versions', 'DOC'],
  ['Size of one file', 'Up to 10 MB'],
  ['Departments at the start', 'Five, yours to change'],
  ['Roles', 'Admin, Facilitator, Manager, Employee'],
  ['Answer ratings', '1 to 5, by the person who asked'],
  ['Deleted documents', 'Can be restored for 30 days'],
  ['Conversations', 'Visible to the person who asked'],
] as const

/** Product §2: `/features`. */
export function Screen() {
  return (
    <PublicPage>
      <PageTop
        title="Write it once, approve it properly, find it in seconds"
        lead="Nine features cover the life of a policy: the file, its versions, the people who approve it, the people who ask about it, and the record of all of it."
      >
        <NineFeatures />
      </PageTop>
      <HeadedSection
        id="facts"
        eyebrow="Limits and defaults"
        title="Good to know before you start"
        text="What people ask about first."
        ground="panel"
      >
        <FactList facts={facts} />
      </HeadedSection>
      <CallToAction
        title="See it with your own policy"
        text="Bring a document and the questions people ask about it. We go through the answers together."
      />
    </PublicPage>
  )
}
