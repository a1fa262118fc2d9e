import type { Campaign } from '@portal/contracts/acknowledgements'
import { documentsApi } from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useSaveFile } from '@portal/remote-kit/save-file'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ProgressBar } from '@portal/ui/progress-bar'
import { RelativeTime } from '@portal/ui/relative-time'
import { Unsettled } from '@portal/ui/skeleton'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { BellRing, BookOpenCheck, FileDown, Users } from 'lucide-react'
import { useState } from 'react'
import { CampaignPeople } from './campaign-people.tsx'
import { DueDay, dayInWords } from './due-day.tsx'
import { refreshes, useCampaigns } from './queries.ts'
import { StartCampaign } from './start-campaign.tsx'

interface WhoHasReadProps {
  readonly documentId: string
  /** The current version. */
  readonly version: { readonly id: string; readonly version: number }
}

/** For those who manage a document: who has read its current version, or how to ask them. */
export function WhoHasRead({ documentId, version }: WhoHasReadProps) {
  const campaigns = useCampaigns(documentId, true)
  const [isStarting, setStarting] = useState(false)
  const campaign = campaigns.data?.find(({ versionId }) => versionId === version.id)
  return (
    <Card
      title="Who has read it"
      aside={
        campaigns.data &&
        campaign?.state !== 'open' && (
          <Button size="sm" onClick={() => setStarting(true)}>
            <BookOpenCheck aria-hidden="true" className="size-3.5" />
            Start campaign
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3 text-13">
        <ReadFailure title="The campaigns could not be loaded" query={campaigns} />
        {campaigns.isPending && (
          <p className="text-secondary">
            Loading
            <Unsettled />
          </p>
        )}
        {campaigns.data && !campaign && (
          <p className="text-secondary">
            Nobody has been asked to acknowledge version {version.version} yet.
          </p>
        )}
        {campaign && <CampaignSummary campaign={campaign} />}
      </div>
      {isStarting && (
        <StartCampaign version={{ ...version, documentId }} onClose={() => setStarting(false)} />
      )}
    </Card>
  )
}

function CampaignSummary({ campaign }: { readonly campaign: Campaign }) {
  const { version, state, progress, closedAt, remindedAt } = campaign
  const [isListed, setListed] = useState(false)
  // Closing it takes its own button away.
  const sum = useFocusAfterRemoval<HTMLParagraphElement>(state === 'open' ? 1 : 0)
  const percent = progress.asked === 0 ? 0 : Math.round((100 * progress.acknowledged) / progress.asked)
  const words = `${progress.acknowledged} of ${progress.asked} have acknowledged version ${version}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p ref={sum} tabIndex={-1} className="font-medium tabular-nums outline-none">
          {words}
        </p>
        <span className="text-secondary tabular-nums">{percent}%</span>
        {state === 'open' && <DueDay {...campaign} />}
      </div>
      <ProgressBar label={words} value={percent} className="h-2" />
      <p className="text-12 text-secondary">
        {factsOf(campaign).join(' ')}
        {closedAt !== null && (
          <>
            {' '}
            Closed <RelativeTime at={closedAt} />.
          </>
        )}
        {closedAt === null && remindedAt !== null && (
          <>
            {' '}
            Last reminder <RelativeTime at={remindedAt} />.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
          <Users aria-hidden="true" className="size-3.5" />
          {isListed ? 'Hide people' : 'Show people'}
        </Button>
        <CampaignActs campaign={campaign} />
      </div>
      {isListed && <CampaignPeople campaign={campaign} />}
    </>
  )
}

function factsOf({ departmentIds, dueOn, state, progress }: Campaign): string[] {
  const { carried, former } = progress
  return [
    departmentIds === null ? 'Everyone who may read it is asked.' : 'Members of departments are asked.',
    ...(dueOn !== null && state !== 'open' ? [`It was due on ${dayInWords(dueOn)}.`] : []),
    ...(carried > 0 ? [`${carried} acknowledged an earlier version, which counts.`] : []),
    ...(former > 0 ? [`${former} who acknowledged it are no longer asked.`] : []),
  ]
}

function CampaignActs({ campaign }: { readonly campaign: Campaign }) {
  const { id, customId, state, progress, version } = campaign
  const [isClosing, setClosing] = useState(false)
  const save = useSaveFile()
  const list = {
    address: routeUrl(documentsApi.exportCampaign, { id }),
    name: `acknowledgements-${customId}-v${version}.csv`,
  }
  const remind = useReportedMutation(documentsApi.remindPeople, {
    refreshes,
    success: 'People were reminded',
    failure: 'Failed to remind people',
  })
  return (
    <>
      {state === 'open' && progress.outstanding > 0 && (
        <Button size="sm" busy={remind.isPending} onClick={() => remind.mutate({ params: { id } })}>
          {!remind.isPending && <BellRing aria-hidden="true" className="size-3.5" />}
          Remind {progress.outstanding}
        </Button>
      )}
      <Button size="sm" busy={save.isPending} onClick={() => save.mutate(list)}>
        {!save.isPending && <FileDown aria-hidden="true" className="size-3.5" />}
        Save as CSV
      </Button>
      {state === 'open' && (
        <Button size="sm" variant="ghost" onClick={() => setClosing(true)}>
          Close campaign
        </Button>
      )}
      {isClosing && (
        <ConfirmAct
          route={documentsApi.closeCampaign}
          input={{ params: { id } }}
          refreshes={refreshes}
          title="Close campaign"
          question={`Nobody will be asked to acknowledge version ${version} any more. It stays recorded who has and who has not.`}
          confirmLabel="Close campaign"
          success="Campaign closed"
          failure="Failed to close the campaign"
          onClose={() => setClosing(false)}
        />
      )}
    </>
  )
}
