import {
  CONVERSATION_MESSAGES,
  CONVERSATIONS,
  PROMPT_CHARACTERS,
  SCRIPT_CONVERSATIONS,
  SCRIPT_LINES,
  SCRIPT_SCENES,
  TITLE_CHARACTERS,
} from '../../contract/limits.ts'
import { revisionSets } from '../../contract/revision-sets.ts'

/** The messages for refused requests, by error code. */
export const requestErrors = {
  already_generating: 'An answer is already being written in this conversation.',
  already_reading: 'This script is being read already.',
  answer_is_too_long: 'This answer is too long to be continued.',
  bad_api_key: 'Invalid API key',
  bad_request: 'The request is not valid HTTP.',
  busy: 'Too many exports are running. Please try again.',
  character_not_found: 'Nobody of this name is in the script.',
  connection_changed:
    'Somebody else changed this connection in the meantime. Please look at it again.',
  connection_not_found: 'This connection does not exist any more.',
  conversation_full: `A conversation has at most ${CONVERSATION_MESSAGES.toLocaleString('en')} messages. Please begin a new one.`,
  conversation_not_found: 'This conversation does not exist.',
  default_is_fixed: 'The default model is set by the environment of the server.',
  draft_changed: 'The text was changed elsewhere in the meantime. Please try again.',
  draft_not_found: 'The server does not have this text.',
  document_too_large: 'This script is too large to export.',
  headers_too_large: 'The request headers are too large.',
  id_taken: 'This id is taken. Please try again with another one.',
  job_not_found: 'This generation does not exist.',
  key_needed_again: 'Enter the key again: it was for another address.',
  last_admin: 'You are the only administrator. Make somebody else an administrator first.',
  message_not_found: 'There is no such answer that was cut off.',
  method_not_allowed: 'This method is not allowed here.',
  model_not_found: 'This model does not exist any more.',
  model_not_offered: 'This model is not available. Please choose another one.',
  monthly_limit:
    "Monthly Limit Reached: You've reached your monthly script generation limit, please contact admin for support.",
  no_api_key: 'No API key found in request',
  not_an_admin: 'Only administrators may do this.',
  not_approved: 'Your account is not approved.',
  not_found: 'There is nothing at this address.',
  nothing_to_read: 'There is nothing new to read in this script.',
  not_signed_in: 'Please sign in first.',
  reader_not_found: 'This reader does not exist any more.',
  request_timeout: 'The request took too long to arrive.',
  script_not_found: 'This script does not exist.',
  text_too_large: 'The script would become too large.',
  too_many_connections: 'There are 50 connections already.',
  too_many_conversations: `There are at most ${SCRIPT_CONVERSATIONS.toLocaleString('en')} conversations about a script, and ${CONVERSATIONS.toLocaleString('en')} in all. Please delete old ones first.`,
  too_many_documents: 'Your other exports are still running.',
  too_many_downloads: 'Your other download is still running.',
  too_many_readings: 'Your other readings are still being prepared.',
  too_many_models: 'This connection has 1,000 models already.',
  too_many_requests: 'Too many of your requests are running. Please try again.',
  storage_full: 'The server has no disk space left. Please tell your administrator.',
  unavailable: 'The server is unavailable. Please try again.',
  unread_responses: 'Your other responses were not read yet. Please try again.',
  unexpected_failure:
    'Something went wrong on the server. Please quote the request id if you report it.',
  version_not_found: 'This version does not exist.',
} as const satisfies Record<string, string>

export type RequestErrorCode = keyof typeof requestErrors

/** Sentences for `invalid_request` and `payload_too_large`, which say what is wrong with the request. */
export const invalidRequest = {
  json: 'The request is not valid JSON.',
  other: 'The request is not valid.',
  text: 'This text cannot be stored.',
  tooLarge: (bytes: number) => `The request is larger than ${bytes / 1024 / 1024} MB.`,
}

/** Sentences for `invalid_request`, by the code that the schema of a function reports. */
export const invalidFields: ReadonlyMap<string, string> = new Map([
  [
    'bad_address',
    'The address must begin with http:// or https:// and have no user name or password.',
  ],
  ['bad_as', 'Only a question is answered as a reader or a character, by a name of one line.'],
  ['bad_again', 'The value of again is true or false.'],
  ['bad_alternatives', 'Two to five alternatives can be asked for.'],
  ['bad_date', 'The date is written as 2026-11-16.'],
  ['bad_api_key_text', 'The key must be one line of at most 1,000 characters.'],
  ['bad_connection', 'Choose what the connection is for.'],
  ['bad_connection_name', 'The name must have 1 to 80 characters.'],
  ['bad_estimate', 'The value of estimate is true or false.'],
  ['bad_key', 'The idempotency key must have 1 to 200 characters.'],
  ['bad_message', 'A message has an id and a scope in words.'],
  ['bad_model_label', 'The name for writers must have 1 to 80 characters.'],
  ['bad_model_name', 'The name of the model must have 1 to 200 characters.'],
  ['bad_mode', 'The mode is change or ask.'],
  ['bad_parent', 'A message that follows another one needs the revision of the text.'],
  ['bad_second', 'Asking two models needs a message and the revision of the text.'],
  ['bad_hash', 'The hash of the text is not valid.'],
  ['bad_revision', 'The revision is a whole number, 0 for a text that the server does not have.'],
  ['bad_scenes', 'Scenes are a list of numbers from 1.'],
  ['bad_target', 'The target is not a range of the script.'],
  ['bad_texts', 'The value of texts is true or false.'],
  ['empty_prompt', 'The prompt is empty.'],
  ['large_script', 'The script is larger than 1 MB.'],
  ['long_name', 'The name of the character is too long.'],
  ['long_password', 'This is not your password.'],
  ['long_prompt', `The prompt is longer than ${PROMPT_CHARACTERS} characters.`],
  ['long_title', `The title is longer than ${TITLE_CHARACTERS} characters.`],
  ['many_lines', `The script has more than ${SCRIPT_LINES.toLocaleString('en')} lines.`],
  ['many_scenes', `The script has more than ${SCRIPT_SCENES.toLocaleString('en')} scenes.`],
  ['no_address', 'Enter the address of the server.'],
  ['no_character', 'Send the name of a character.'],
  ['no_password', 'Please enter your password.'],
  ['no_script', 'Send a script or the id of one.'],
  ['no_version', 'Send the text to compare with, or the id of a version.'],
  ['two_texts', 'Send a script or the revision of one, not both.'],
  ['unknown_connection', 'The connection is not known.'],
  ['unknown_conversation', 'The conversation is not known.'],
  ['unknown_format', 'Only the format pdf is offered here.'],
  ['unknown_message', 'The answer is not known.'],
  ['unknown_model', 'The model is not known.'],
  ['unknown_job', 'The job is not known.'],
  ['unknown_reader', 'The reader is not known.'],
  ['unknown_paper', 'The paper is letter or a4.'],
  ['unknown_record_format', 'The format is json or pdf.'],
  ['unknown_script', 'The script is not known.'],
  [
    'unknown_set',
    `The revision is ${revisionSets.slice(0, -1).join(', ')} or ${revisionSets.at(-1)}.`,
  ],
  ['unknown_version', 'The version is not known.'],
])

/** Why a model connection does not work; the provider's own words follow. */
export const connectionFaults = {
  aborted: 'The request was stopped.',
  address_refused:
    'Requests to this address are not allowed: it is in a private network or on this machine. The operator can allow it with AI_ALLOW_PRIVATE=true.',
  content_refused: 'The provider declined to answer.',
  empty_answer: 'The model gave an empty answer.',
  key_unreadable: 'The key must be entered again.',
  not_a_list: 'The server does not list its models. Add them by name.',
  prompt_too_long: 'The provider found the request too long.',
  provider_busy: 'The provider is overloaded, or your account there has reached a limit.',
  provider_error: 'The provider refused the request.',
  provider_refused_key: 'The provider did not accept the key.',
  provider_timeout: 'The provider did not answer in time.',
  provider_unreachable: 'Nothing answers at this address.',
  redirected: 'The address redirects to another one. Enter that one instead.',
  target_too_long: 'The provider found the request too long.',
  unknown_model: 'The provider does not know this model, or the address is wrong.',
} as const satisfies Record<string, string>

/** Why a generation failed, by the code stored with the job. The provider's own words stay in the log. */
export const generationErrors = {
  aborted: 'The generation was stopped.',
  content_refused: 'The AI declined to write this. Please try rephrasing your request.',
  empty_answer: 'The AI returned an empty answer. Please try again.',
  interrupted: 'The generation was interrupted too often. Please try again.',
  key_unreadable:
    'The connection to the AI has to be set up again. Please tell your administrator.',
  prompt_too_long:
    'The script and the conversation are too long for the AI. Please try again in a new chat.',
  provider_busy: 'The AI is overloaded right now. Please try again in a minute.',
  provider_error: "The AI couldn't write an answer. Please try again.",
  provider_refused_key: 'The AI service rejected this server. Please tell your administrator.',
  provider_timeout: 'The AI took too long to answer. Please try again.',
  provider_unreachable: "The AI service can't be reached right now. Please try again.",
  reader_deleted: 'This reader was deleted, so the reading ended here.',
  target_too_long:
    'This part of the script is too long for the AI. Please choose a shorter part, such as one scene.',
  text_too_complex:
    'The script takes too long to work on, because it has far more parts than a screenplay. Please make it shorter.',
  timeout: 'The answer took longer than 7 minutes. Please try again.',
  unexpected_failure: 'Something went wrong on the server. Please try again.',
} as const satisfies Record<string, string>

export type GenerationErrorCode = keyof typeof generationErrors

/** What a reading comes to. */
export function readingResult(found: number, dropped: number): string {
  const notes = found === 1 ? '1 note.' : `${found.toLocaleString('en')} notes.`
  if (dropped === 0) return notes
  const left =
    dropped === 1
      ? '1 more was left out, because its quote is'
      : `${dropped.toLocaleString('en')} more were left out, because their quotes are`
  return `${notes} ${left} not in the script.`
}

/** The name under which users see the built-in model, which is used until one is set up. */
export const DEMO_LABEL = 'Demo'

/** The README in the download of a user's own data: what the files are, and how to read the histories. */
export const DOWNLOAD_README = `Your data from Script Writer

scripts/         Your scripts, as you last saved them (Fountain, plain text).
working texts/   What you have written since, or have not saved yet (Fountain).
named versions/  The versions that you gave a name (Fountain).
histories/       All versions of each text (JSON lines).
conversations/   Your chats (JSON).
bibles/          What is true in each story, what was proposed for it, and what you rejected (JSON).
notes/           The notes on each text, with the words that they are on, and who read it (JSON).
attachments/     What was read in the files that you attached to scripts (plain text).
examples/        Your Learning Loop examples (Fountain).
examples.json    Which of them are disabled, in the order of the files; chats name them by their id.
tags.json        Your tags, and the scripts that have them.
prompts.json     Your saved prompts and readers.
daily goal.json  Your daily goal, and the words that you typed on the last day, by device.
account.json     Your account, usage and sessions.

How to read a history
Each line is a JSON object. { "piece": 7, "text": "..." } is a part of a text. It is there once, however many
versions have it. { "version": 3, ..., "pieces": [1, 7, 4] } is a version: its text is the text of these pieces,
joined in this order. For example, the latest version in Python:

    import json
    pieces, latest = {}, None
    for line in open("history.jsonl", encoding="utf-8"):
        record = json.loads(line)
        if "piece" in record:
            pieces[record["piece"]] = record["text"]
        else:
            latest = record
    print("".join(pieces[n] for n in latest["pieces"]))

A version has its origin (typed, pasted, answer, import, restore or merge), its time, your label, the request that
an answer came from (job_id), the SHA-256 of its text (text_hash), and one that also covers the version before
(chain_hash).
`
