import { CallProposal } from '../features/call/call-proposal.tsx'
import { PageTop } from '../features/site/page-top.tsx'
import { PublicPage, WithContent } from '../features/site/public-page.tsx'

const topics = [
  'Your policy in an empty workspace, and the questions people ask about it',
  'How approval would run with your roles and deadlines',
  'The questionnaire of your security team',
]

/** Decision 50: scheduling, until another address is set. Without a mailbox nobody can be asked. */
export function Screen() {
  return (
    <PublicPage>
      <WithContent>
        {({ links: { contactMailbox } }) => (
          <PageTop
            title="Schedule a Call"
            lead="Propose up to three times. We confirm one of them by e-mail, from which your calendar can take it over."
          >
            <div className="grid border-default border-t lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
              <div className="px-pad py-14">
                <h2 className="font-semibold text-18">What a call is good for</h2>
                <ul className="mt-4 grid list-disc gap-3 ps-5 text-15 text-secondary">
                  {topics.map((topic) => (
                    <li key={topic} className="text-pretty">
                      {topic}
                    </li>
                  ))}
                </ul>
              </div>
              <div className="border-default bg-panel px-pad py-14 max-lg:border-t lg:border-l">
                {contactMailbox === '' ? (
                  <p className="text-secondary">Calls are not arranged here at the moment.</p>
                ) : (
                  <CallProposal mailbox={contactMailbox} />
                )}
              </div>
            </div>
          </PageTop>
        )}
      </WithContent>
    </PublicPage>
  )
}
