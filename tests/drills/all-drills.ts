import { alertDrills } from './alerts/alert-drills.ts'
import { availabilityDrills } from './availability/availability-drills.ts'
import { deletionDrills } from './deletion-drills.ts'
import type { Drill } from './drill.ts'
import { engineDrills } from './engine-drills.ts'
import { requestDrills } from './request-drills.ts'
import { rotationDrills } from './rotation-drills.ts'
import { startDrills } from './start-drills.ts'
import { upgradeDrills } from './upgrade-drills.ts'
import { writeDrills } from './write-drills.ts'

/** Every drill whose subject exists. */
export const allDrills: readonly Drill[] = [
  ...writeDrills,
  ...requestDrills,
  ...engineDrills,
  ...deletionDrills,
  ...startDrills,
  ...availabilityDrills,
  ...alertDrills,
  ...rotationDrills,
  ...upgradeDrills,
]
