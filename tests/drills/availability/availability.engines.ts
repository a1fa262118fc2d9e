import { startOnRealEngines } from '../../journeys/start-on-real-engines.fixture.ts'
import { describeAvailability } from './describe-availability.ts'

describeAvailability('a process each, on real engines', startOnRealEngines())
