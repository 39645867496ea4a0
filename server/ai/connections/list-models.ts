import { boundedFetch } from '../provider/bounded-fetch.ts'
import { defaultUrls, type ModelSettings } from '../provider/open-model.ts'
import { type ConnectionProblem, problemOf } from './provider-words.ts'

const TIMEOUT = 15_000
const RESPONSE_BYTES = 4 * 1024 * 1024
const MAX_MODELS = 500
const MAX_PAGES = 5
const MAX_CHARACTERS = 200
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

type Listing = { address: string; headers: Record<string, string> }
type Page = {
  data?: { id?: unknown }[]
  models?: { name?: unknown; supportedGenerationMethods?: unknown }[]
  has_more?: unknown
  last_id?: unknown
  nextPageToken?: unknown
}

/** How each provider is asked. */
const listings: Record<ModelSettings['provider'], (key: string, after: string) => Listing> = {
  openai: (key) => ({ address: 'models', headers: { authorization: `Bearer ${key}` } }),
  'openai-compatible': (key) => ({
    address: 'models',
    headers: key === '' ? {} : { authorization: `Bearer ${key}` },
  }),
  anthropic: (key, after) => ({
    address: `models?limit=100${after && `&after_id=${encodeURIComponent(after)}`}`,
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
  }),
  google: (key, after) => ({
    address: `models?pageSize=200${after && `&pageToken=${encodeURIComponent(after)}`}`,
    headers: { 'x-goog-api-key': key },
  }),
}

const writesText = (methods: unknown) =>
  !Array.isArray(methods) || methods.includes('generateContent')

function namesOn({ data, models }: Page): unknown[] {
  if (Array.isArray(data)) return data.map((entry) => entry?.id)
  if (!Array.isArray(models)) return []
  return models
    .filter((entry) => writesText(entry?.supportedGenerationMethods))
    .map(({ name }) => (typeof name === 'string' ? name.replace(/^models\//, '') : name))
}

function nextOf(page: Page): string {
  const next = page.has_more === true ? page.last_id : page.nextPageToken
  return typeof next === 'string' ? next : ''
}

/** Whether the database accepts the name: a single refused name would make storing the whole list fail. */
const isName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name !== '' &&
  name === name.trim() &&
  name.length <= MAX_CHARACTERS &&
  !UNPRINTABLE.test(name)

class NotAList extends Error {}

async function pageOf(settings: ModelSettings, after: string, signal: AbortSignal): Promise<Page> {
  const { provider, apiKey = '', baseUrl = defaultUrls[provider] } = settings
  const { address, headers } = listings[provider](apiKey, after)
  const send = boundedFetch({ ...settings, responseBytes: RESPONSE_BYTES })
  const response = await send(`${baseUrl.replace(/\/+$/, '')}/${address}`, { headers, signal })
  const body = await response.text()
  if (!response.ok) {
    throw Object.assign(new Error(response.statusText), {
      statusCode: response.status,
      responseBody: body,
    })
  }
  try {
    const page = JSON.parse(body) as Page
    if (Array.isArray(page.data) || Array.isArray(page.models)) return page
  } catch {
    // Falls through to the error below.
  }
  throw new NotAList()
}

/** The names of the models that the provider lists, or the reason why listing failed. */
export async function listModels(settings: ModelSettings): Promise<string[] | ConnectionProblem> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const names = new Set<string>()
  try {
    let after = ''
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await pageOf(settings, after, signal)
      for (const name of namesOn(page).filter(isName)) names.add(name)
      after = nextOf(page)
      if (after === '') break
    }
    return [...names].slice(0, MAX_MODELS)
  } catch (error) {
    if (signal.aborted) return { fault: 'provider_timeout', words: '' }
    if (error instanceof NotAList) return { fault: 'not_a_list', words: '' }
    return problemOf(error, settings.apiKey ?? '')
  }
}
