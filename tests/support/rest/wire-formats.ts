import type { ModelSettings } from '../../../server/ai/provider/open-model.ts'

type Provider = ModelSettings['provider']

/** The minimal wire format of each provider. */
type WireFormat = {
  /** The path in AI_BASE_URL. */
  base: string
  keyHeader: string
  opening: string
  text(piece: string): string
  thinking(piece: string): string
  ending: string
  refusing: string
  /** The output limit was reached. */
  cutting: string
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const event = (type: string, fields: object = {}) => `event: ${type}\n${data({ type, ...fields })}`

const chunk = (delta: object, finish_reason: string | null = null) =>
  data({ id: 'c1', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }

const anthropicEnd = (stop_reason: string) =>
  event('content_block_stop', { index: 1 }) +
  event('message_delta', { delta: { stop_reason }, usage: { output_tokens: 7 } }) +
  event('message_stop')

const candidate = (parts: object[], finishReason?: string) =>
  data({
    candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
    usageMetadata: {
      promptTokenCount: 5,
      cachedContentTokenCount: 3,
      candidatesTokenCount: 7,
      totalTokenCount: 12,
    },
  })

const response = { id: 'resp_1', created_at: 1, model: 'm', object: 'response' }
const openaiEnd = (incomplete_details: object | null, type: string) =>
  event(type, {
    response: {
      ...response,
      incomplete_details,
      usage: { input_tokens: 5, input_tokens_details: { cached_tokens: 3 }, output_tokens: 7 },
    },
  })

export const wireFormats: Record<Provider, WireFormat> = {
  openai: {
    base: '/v1',
    keyHeader: 'authorization',
    opening:
      event('response.created', { response }) +
      event('response.output_item.added', {
        output_index: 0,
        item: { type: 'message', id: 'm1', role: 'assistant', content: [] },
      }),
    text: (delta) => event('response.output_text.delta', { item_id: 'm1', delta }),
    thinking: (delta) =>
      event('response.reasoning_summary_text.delta', {
        item_id: 'r1',
        summary_index: 0,
        output_index: 1,
        delta,
      }),
    ending: openaiEnd(null, 'response.completed'),
    refusing: openaiEnd({ reason: 'content_filter' }, 'response.incomplete'),
    cutting: openaiEnd({ reason: 'max_output_tokens' }, 'response.incomplete'),
  },
  anthropic: {
    base: '/v1',
    keyHeader: 'x-api-key',
    opening:
      event('message_start', {
        message: {
          ...message,
          usage: { input_tokens: 2, cache_read_input_tokens: 3, output_tokens: 1 },
        },
      }) +
      event('content_block_start', {
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      }) +
      event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
    text: (text) => event('content_block_delta', { index: 1, delta: { type: 'text_delta', text } }),
    thinking: (thinking) =>
      event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking } }),
    ending: anthropicEnd('end_turn'),
    refusing: anthropicEnd('refusal'),
    cutting: anthropicEnd('max_tokens'),
  },
  google: {
    base: '/v1beta',
    keyHeader: 'x-goog-api-key',
    opening: '',
    text: (text) => candidate([{ text }]),
    thinking: (text) => candidate([{ text, thought: true }]),
    ending: candidate([], 'STOP'),
    refusing: candidate([], 'SAFETY'),
    cutting: candidate([], 'MAX_TOKENS'),
  },
  'openai-compatible': {
    base: '/v1',
    keyHeader: 'authorization',
    opening: chunk({ role: 'assistant', content: '' }),
    text: (content) => chunk({ content }),
    thinking: (reasoning_content) => chunk({ reasoning_content }),
    ending:
      chunk({}, 'stop') +
      data({
        id: 'c1',
        choices: [],
        usage: {
          prompt_tokens: 5,
          prompt_tokens_details: { cached_tokens: 3 },
          completion_tokens: 7,
        },
      }) +
      'data: [DONE]\n\n',
    refusing: `${chunk({}, 'content_filter')}data: [DONE]\n\n`,
    cutting: `${chunk({}, 'length')}data: [DONE]\n\n`,
  },
}

export const providers = Object.keys(wireFormats) as Provider[]
