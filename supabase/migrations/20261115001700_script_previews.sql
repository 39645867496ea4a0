-- The beginning of a script as plain text, kept beside it: a list of a thousand need not read a thousand
-- scripts. One character more than is shown, so that the reader knows whether there is more.
create function private.preview_of(content jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select coalesce(left(
    private.trimmed(
      regexp_replace(
        regexp_replace(
          regexp_replace(left(private.text_of(content), 4000), '<[^<>]*>', ' ', 'g'),
          '&(#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);', ' ', 'g'
        ),
        '\s+', ' ', 'g'
      )
    ),
    101
  ), '')
$$;

grant execute on function private.preview_of(jsonb) to authenticated;

alter table public.scripts
  add column preview text not null generated always as (private.preview_of(content)) stored;
