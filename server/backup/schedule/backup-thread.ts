// A thread of its own, so that compressing and hashing delays no request.
import { parentPort, workerData } from 'node:worker_threads'
import { connectionTo } from '../../database/hosts/connection-to.ts'
import { type BackupPlan, makeDueBackup } from './make-due-backup.ts'
import type { BackupSource } from './schedule.ts'

const { source, plan } = workerData as { source: BackupSource; plan: BackupPlan }
const connection = 'databaseUrl' in source ? connectionTo(source.databaseUrl) : source.connection
parentPort?.postMessage(await makeDueBackup(connection, plan), [])
