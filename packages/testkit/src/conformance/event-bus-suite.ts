import { randomUUID } from 'node:crypto'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { describeConformance } from './describe-conformance.ts'
import { cutConnectionsCases } from './event-bus/cut-connections.ts'
import { effects } from './event-bus/effects.ts'
import { groups } from './event-bus/groups.ts'
import { orderAndDelivery } from './event-bus/order-and-delivery.ts'
import { rebalance } from './event-bus/rebalance.ts'
import { tails } from './event-bus/tails.ts'

export interface EventBusEngine {
  /** Another bus on the engine, as from another process. */
  open(): EventBus
  /** Creates topics, where the engine requires it. */
  provision(topics: readonly string[]): Promise<void>
  /** Cuts all connections to the engine, as its restart does. */
  cutConnections(): Promise<void>
  stop(): Promise<void>
}

/** What every EventBus promises (service-kit's port), on a real engine. `name` is the adapter's. */
export function describeEventBus(name: string, start: () => Promise<EventBusEngine>): void {
  describeConformance('event bus', name, () => {
    let engine: EventBusEngine
    const open: EventBus[] = []
    const bus = (): EventBus => {
      const opened = engine.open()
      open.push(opened)
      return opened
    }
    const topics = async (count: number): Promise<string[]> => {
      const names = Array.from({ length: count }, () => `topic-${randomUUID().slice(0, 8)}`)
      await engine.provision(names)
      return names
    }
    const oneTopic = async (): Promise<string> => (await topics(1))[0] ?? ''
    const parts = { bus, topics, oneTopic, cutConnections: () => engine.cutConnections() }

    beforeAll(async () => {
      engine = await start()
    })
    afterEach(async () => {
      await Promise.all(open.splice(0).map((opened) => opened.close()))
    })
    afterAll(() => engine.stop())

    orderAndDelivery(parts)
    groups(parts)
    rebalance(parts)
    effects(parts)
    tails(parts)
    cutConnectionsCases(parts)
  })
}
