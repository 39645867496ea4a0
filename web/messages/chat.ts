import { EXAMPLES } from '../../contract/limits.ts'
import type { PromptContext, Withheld } from '../../contract/generation.ts'

export const chatMessages = {
  generation: {
    thinking: 'Thinking...',
    queued: (place: number) =>
      place === 1
        ? 'Waiting in line: you are next.'
        : `Waiting in line: ${place - 1} ${place === 2 ? 'request is' : 'requests are'} ahead of yours.`,
    limitTitle: 'Monthly Limit Reached',
    limit: "You've reached your monthly script generation limit, please contact admin for support.",
    notStarted: 'Failed to start script generation',
    noJob: 'Failed to start generation job',
    failed: 'Generation failed',
    pollLimit: 'Generation timed out after 10 minutes - please try again',
    timeoutTitle: 'Timeout Error',
    timeout: 'Temporary Error, please try again in a new chat.',
    waitingTitle: 'Processing...',
    waiting:
      'The request is taking longer than expected but may still be processing. Please wait...',
    done: 'Script Generated',
    withheld: 'Script Not Changed',
    answered: 'Question Answered',
    compared: 'Choose an answer',
    stoppedTitle: 'Generation Stopped',
    stopped: 'AI generation has been cancelled.',
    stopFailedTitle: 'Error',
    stopFailed: "Couldn't stop the generation. Please check your connection.",
    tryAgain: 'Please try again.',
    reasons: {
      script_not_found: 'This script was deleted elsewhere. Save it as a new script first.',
      draft_not_found: 'This script was deleted elsewhere. Save it as a new script first.',
      conversation_not_found: 'This conversation was deleted elsewhere.',
    },
    unanswered: 'No answer yet.',
    left: (left: number, most: number) =>
      most === 0
        ? 'No generations allowed'
        : `${left.toLocaleString()} of ${most.toLocaleString()} generations left`,
  },
  chat: {
    conversations: 'Chat Conversations',
    newChat: 'New Chat',
    newChatAbout: 'New chat about this script',
    search: 'Search chats',
    loading: 'Loading...',
    none: 'No chat conversations yet.',
    noneFound: 'No chats match your search.',
    searching: 'Searching...',
    listFailed: "Couldn't load your chats.",
    refresh: 'Refresh',
    options: (title: string) => `Options for ${title}`,
    remove: 'Delete',
    cancel: 'Cancel',
    confirmTitle: 'Delete conversation',
    confirm: 'Are you sure you want to delete this conversation? This action cannot be undone.',
    deletedTitle: 'Conversation deleted',
    deletedElsewhere: 'This conversation was deleted in another tab or on another device.',
    deleted: 'The conversation has been successfully deleted.',
    errorTitle: 'Error',
    deleteFailed: (reason: string) => `Failed to delete conversation: ${reason}`,
    loadFailed: (reason: string) => `Failed to load conversation: ${reason}`,
    emptyTitle: 'Start Writing Your Script',
    emptyHint: "Describe your story idea: who it's about, where it happens, and what goes wrong.",
    exampleLabel: 'For example:',
    example: 'A heist on the last tram of the night. Two thieves who used to be married.',
    prompt: 'Prompt',
    promptPlaceholder: 'Describe what happens next...',
    promptFirst: 'Describe your story idea...',
    promptTooLong: (most: number) =>
      `Prompts can be up to ${most.toLocaleString()} characters long.`,
    send: 'Send',
    stop: 'Stop generating',
    log: 'Chat',
    you: 'You',
    answer: 'Answer',
    answerFrom: (label: string) => `Answer from ${label}`,
    answers: 'Answers of two models',
    choose: 'Use this answer',
    notChosen:
      'Your script has not changed yet. The answer that you do not use stays in the conversation.',
    about: 'About:',
    messageOptions: 'Options for this message',
    messageDeleted: 'Message Deleted',
    messageDeleteTitle: 'Delete Failed',
    messageDeleteFailed: 'Failed to delete message from database.',
    noConversation: 'No conversation selected.',
    messageMissing: 'Message not found.',
    toEnd: 'Scroll to bottom',
    keep: 'Add To Learning Loop',
    kept: "This response has already been saved for AI's Learning Loop.",
    keepDone: 'Response added to your Learning Loop successfully!',
    keepFailed: 'Failed to save to Learning Loop. Please try again.',
    keepFull: `You have ${EXAMPLES} saved examples. Delete one first.`,
    keepSignedOut: 'You must be logged in to save examples.',
    download: 'Download as .docx',
    openInDocs: 'Open in Google Docs',
    currentScript: 'Current script',
    notApplied: 'Not applied',
    /** A whole script in one line, by its first one. */
    scriptOf: (line: string, lines: number) =>
      `${line}, ${lines === 1 ? '1 line' : `${lines.toLocaleString()} lines`}`,
    stoppedNote: 'Stopped',
    withheld: {
      cut_off: 'The answer was cut off, so your script was not changed.',
      stopped: "The script wasn't changed.",
      placeholder: 'The answer leaves out parts of your script, so your script was not changed.',
      refusal: 'The model declined the request, so your script was not changed.',
      conversation: 'The answer is not a screenplay, so your script was not changed.',
      missing_scenes: 'Scenes are missing from the answer, so your script was not changed.',
      empty: 'The answer was empty, so your script was not changed.',
      overlap: 'You changed the same lines in the meantime, so yours were kept.',
      too_large:
        'With this answer your script or all your scripts together would be too large, so your script was not changed.',
      question: 'A question: your script was not changed.',
      unknown_scene:
        'The answer names a scene that does not exist, so your script was not changed.',
      unseen_scene:
        'The answer rewrites a scene that the model had not read, so your script was not changed.',
      duplicate_scene: 'The answer changes the same scene twice, so your script was not changed.',
      lost_heading: 'A scene in the answer has lost its heading, so your script was not changed.',
      outside_target:
        'The answer changes more than the part you chose, so your script was not changed.',
      missing_text:
        'The answer has no text for the part you chose, so your script was not changed.',
      bad_tag: 'The answer is not marked up as expected, so your script was not changed.',
      script_deleted: 'The script was deleted in the meantime, so the answer is only kept here.',
      compared: 'This answer is not in your script.',
      too_slow:
        'Changing your script took too long, because it has far more parts than a screenplay. It was not changed.',
    } satisfies Record<Withheld, string>,
    partlyApplied: 'You changed some of the same lines in the meantime, so yours were kept.',
    anyway: 'Use it anyway',
    thisVersion: 'Use this version',
    continue: 'Continue',
    tryAgain: 'Try again',
    sameModel: (label: string) => `${label} (same model)`,
    place: (place: number, of: number) => `${place.toLocaleString()} of ${of.toLocaleString()}`,
    previous: 'Previous version',
    next: 'Next version',
    earlier: 'Show the earlier answer',
    branchFailedTitle: 'Error',
    branchFailed: "Couldn't show this part of the conversation. Please try again.",
    given: 'What the model was given',
    givenParts: {
      rules: 'How to answer',
      outline: 'Outline of the script',
      scenes: 'Scenes in full',
      examples: 'Your examples',
      conversation: 'Earlier messages',
      request: 'Your request',
      bible: 'Bible',
      notes: 'Earlier notes',
      attachments: 'Attachments',
    } satisfies Record<PromptContext['parts'][number]['kind'], string>,
    givenPart: 'Part',
    givenTokens: 'Tokens',
    givenSum: 'Together',
    givenEstimate: 'Tokens are estimated: every provider counts a little differently.',
    givenCounted: (tokens: number) => `The provider counted ${tokens.toLocaleString()} tokens.`,
    givenScenes: (numbers: string) => `Scenes ${numbers}`,
    givenFile: (name: string, count: number, of: number) =>
      `${name}: ${count.toLocaleString()} of ${of.toLocaleString()} ${of === 1 ? 'passage' : 'passages'}`,
    givenUnread: 'Not in full, because it did not fit',
    givenMissing: {
      scenes: (count: number) =>
        count === 1
          ? '1 scene, in the outline only'
          : `${count.toLocaleString()} scenes, in the outline only`,
      examples: (count: number) =>
        count === 1 ? '1 example' : `${count.toLocaleString()} examples`,
      attachments: (count: number) =>
        count === 1
          ? '1 passage of an attachment'
          : `${count.toLocaleString()} passages of attachments`,
      bible: (count: number) =>
        count === 1 ? '1 entry of the bible' : `${count.toLocaleString()} entries of the bible`,
      notes: (count: number) =>
        count === 1 ? '1 earlier note' : `${count.toLocaleString()} earlier notes`,
      conversation: (count: number) =>
        count === 1 ? '1 earlier message' : `${count.toLocaleString()} earlier messages`,
    } as Partial<Record<PromptContext['parts'][number]['kind'], (count: number) => string>>,
    givenUnknown:
      'Nothing was recorded for this answer. The demo writer is given nothing: it follows fixed rules.',
    givenFailed: "Couldn't read what the model was given. Please try again.",
    edit: 'Edit',
    editPrompt: 'Edit the prompt',
    used: 'This answer is now your script.',
    notUsed: "Couldn't use the answer. Please try again.",
    notUsedReasons: {
      message_not_found: 'This answer was deleted elsewhere.',
      script_is_too_large: 'This answer is larger than 1 MB.',
      many_lines: 'This answer has more than 100,000 lines.',
      many_scenes: 'This answer has more than 10,000 scenes.',
    },
  },
  attachments: {
    attach: 'Attach a file',
    files: 'Files to attach',
    list: 'Attachments',
    length: (characters: number) =>
      characters === 1 ? '1 character' : `${characters.toLocaleString()} characters`,
    remove: (name: string) => `Remove ${name}`,
    removeHint: 'Remove',
    reading: (name: string, share: number | null, waiting: number) =>
      `Reading ${name}...${share === null ? '' : ` ${Math.floor(share * 100)}%`}${waiting > 0 ? ` (${waiting} more)` : ''}`,
    readingNow: (name: string) => `Reading ${name}`,
    cancel: 'Stop reading',
    count: (count: number) =>
      count === 0 ? '' : count === 1 ? '1 attachment' : `${count} attachments`,
    drop: 'Drop to attach',
    notLoaded: "Couldn't attach the file. Please try again.",
    notRemoved: (name: string) => `${name} couldn't be removed. Please try again.`,
  },
  promptTools: {
    saved: 'Saved prompts',
    everybody: 'For everybody',
    none: 'Nothing saved yet. Write a prompt and save it with the button Saved prompts.',
    found: (count: number) =>
      count === 1 ? '1 saved prompt' : `${count.toLocaleString()} saved prompts`,
    failed: "Couldn't load the saved prompts.",
    hint: 'Enter inserts, Escape closes',
  },
  model: {
    label: 'Model',
    current: (label: string) => `Model: ${label}`,
    wroteThis: 'Written by',
    two: 'Ask two models',
    twoCost: 'Counts as two generations.',
    both: (first: string, second: string) => `${first} and ${second}`,
    failedTitle: 'Error',
    failed: "Couldn't choose this model. Please try again.",
  },
  demo: {
    note: 'Demo writer: fixed rules, no AI model connected.',
    connect: 'Connect a model',
    connectText: 'Until then the demo writer answers.',
    connectHere: 'Add a connection on the admin page',
    connectByEnvironment:
      'Or set these environment variables, for example in the .env file, and restart the server.',
    variables: [
      ['AI_PROVIDER', 'openai, anthropic, google or openai-compatible'],
      ['AI_MODEL', 'The name of the model.'],
      ['AI_API_KEY', 'Your key. Servers of your own may not need one.'],
      [
        'AI_BASE_URL',
        'Only for openai-compatible (Ollama, vLLM, llama.cpp, LM Studio): its address, such as http://127.0.0.1:11434/v1',
      ],
    ],
    more: 'More in docs/operations.md, under "AI provider".',
  },
  docsPage: {
    title: 'Open in Google Docs',
    loadFailed: (reason: string) => `Failed to load the text: ${reason}`,
    hint: 'Move this text to Google Docs in two steps.',
    step1: '1. Copy the text',
    copy: 'Copy to clipboard',
    copied: 'Copied to clipboard',
    copyFailed: 'Your browser blocked copying. Select the text below and copy it yourself.',
    step2: '2. Paste it into a new document',
    create: 'Create a new document',
    blocked: 'Your browser blocked the new page. Please allow pop-ups for this site.',
  },
} as const
