import { useSearchParams } from '@portal/remote-kit/navigation'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useState } from 'react'
import { CreateStep } from '../features/onboarding/create-step.tsx'
import { WelcomeStep } from '../features/onboarding/welcome-step.tsx'

/** Onboarding, product §2 and §4: welcome, then create. The address keeps the step. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const [name, setName] = useState('')
  const [hasStarted, setStarted] = useState(false)
  const isCreating = search.get('step') === 'create'
  useUnsavedText(() => !isCreating && name.trim() !== '')
  return (
    <div className="mx-auto w-full max-w-content px-gutter py-10 md:py-16">
      {isCreating ? (
        <CreateStep name={name} onNameChange={setName} onBack={() => setSearch(new URLSearchParams())} />
      ) : (
        <WelcomeStep
          isBack={hasStarted}
          onStart={() => {
            setStarted(true)
            setSearch(new URLSearchParams({ step: 'create' }))
          }}
        />
      )}
    </div>
  )
}
