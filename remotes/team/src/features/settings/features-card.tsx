import { type Feature, featureNames, features } from '@portal/contracts/features'
import { organizationSettingsApi } from '@portal/contracts/organization-settings'
import { ChangedMeanwhile } from '@portal/remote-kit/meanwhile-note'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useIsOff } from '@portal/remote-kit/session'
import { useKeptDraft } from '@portal/remote-kit/use-kept-draft'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'

/** Which features the organization has, saved together. */
export function FeaturesCard() {
  const isOff = useIsOff()
  const { refreshSession } = usePortal()
  const { draft: off, setDraft: setOff, ...kept } = useKeptDraft(featureNames.filter(isOff), inOrder)
  const { isChanged, isBehind, reload, seen } = kept
  const { mutate, isPending } = useReportedMutation(organizationSettingsApi.changeFeatures, {
    refreshes: [],
    success: 'Features saved',
    failure: 'Failed to save the features',
    onDone: ({ featuresOff }) => {
      kept.showSaved(featureNames.filter((name) => featuresOff.includes(name)))
      void refreshSession()
    },
    onFailure: () => void refreshSession(),
  })
  useUnsavedText(() => isChanged && !isPending)
  return (
    <Card title="Features">
      <form
        aria-label="Features"
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ body: { featuresOff: [...off], seen: { featuresOff: [...seen] } } })
        }}
      >
        <p className="px-4 pt-3 text-13 text-secondary">
          What is switched off disappears for everybody of the organization. What was kept of it stays, and is
          there again once it is switched on.
        </p>
        <fieldset disabled={isPending} className="grid grid-cols-1 gap-x-4 gap-y-1 p-2 md:grid-cols-2">
          <legend className="sr-only">Features that are switched on</legend>
          {featureNames.map((name) => (
            <CheckboxField
              key={name}
              label={
                <span className="py-1.5">
                  <span className="block font-medium">{features[name].name}</span>
                  <span className="block text-12 text-tertiary">{features[name].about}</span>
                </span>
              }
              checked={!off.includes(name)}
              onCheckedChange={(isOn) =>
                setOff((now) => inOrder(isOn ? now.filter((one) => one !== name) : [...now, name]))
              }
            />
          ))}
        </fieldset>
        <div className="px-4 pb-2">
          <ChangedMeanwhile isShown={isBehind && !isPending} onReload={reload} />
        </div>
        <div className="flex flex-wrap gap-2 border-subtle border-t p-4">
          <Button type="submit" variant="primary" busy={isPending} disabled={!isChanged}>
            {isPending ? 'Saving...' : 'Save features'}
          </Button>
          {isChanged && (
            <Button disabled={isPending} onClick={reload}>
              Discard changes
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

const inOrder = (off: readonly Feature[]) => featureNames.filter((name) => off.includes(name))
