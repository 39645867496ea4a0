import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number }

/** Scheduled backups: the last success of any process, and the failures of this process. */
export type BackupFigures = {
  lastSuccess: { time: number; size: number; seconds: number } | undefined
  failures: number
}

/** Process metrics, registered only once, because their collectors run until the process ends. */
let processRegistry: Registry | undefined

function collectProcessMetrics(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  return processRegistry
}

export class Metrics {
  readonly #process = collectProcessMetrics()
  readonly #registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>

  constructor(pool: PoolCounts, backups?: BackupFigures) {
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from receiving a request to starting its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.#registry],
    })
    const connections = new Gauge({
      name: 'database_connections',
      help: 'Pool connections by state, and requests waiting for one.',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ state: 'idle' }, pool.idleCount)
        this.set({ state: 'waiting' }, pool.waitingCount)
      },
    })
    this.#registry.registerMetric(connections)
    if (backups) this.#registerBackups(backups)
  }

  #registerBackups(backups: BackupFigures): void {
    const gauge = (name: string, help: string, figure: 'time' | 'size' | 'seconds') => {
      const metric = new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(backups.lastSuccess?.[figure] ?? 0)
        },
      })
      this.#registry.registerMetric(metric)
    }
    gauge(
      'backup_last_success_timestamp_seconds',
      'When the last successful scheduled backup began; 0 if there is none.',
      'time',
    )
    gauge('backup_last_size_bytes', 'Size of the last successful scheduled backup.', 'size')
    gauge('backup_last_duration_seconds', 'How long the last successful one took.', 'seconds')
    const failures = new Counter({
      name: 'backup_failures_total',
      help: 'Scheduled backups that failed in this process.',
      registers: [],
      collect() {
        this.reset()
        this.inc(backups.failures)
      },
    })
    this.#registry.registerMetric(failures)
  }

  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status }, seconds)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  async text(): Promise<string> {
    return `${await this.#process.metrics()}${await this.#registry.metrics()}`
  }
}
