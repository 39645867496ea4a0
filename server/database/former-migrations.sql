-- What the files up to 20261118005000 left otherwise than those of today. The previews that its function had stored are
-- computed again by 20261123000110_previews_again.sql.
drop function if exists private.claim_generation(interval);
drop function if exists private.end_overdue_generations(text, text);
drop function if exists private.complete_generation(
  uuid, integer, text, text, text, text, text, text, boolean, uuid[], text, integer, integer
);
drop function if exists private.request_generation(text, text, uuid, text, uuid);

create or replace function private.preview_of(content jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  whole text := private.text_of(content);
  opening text := left(whole, 4000);
begin
  if opening ~ '[^\s<>]{102}' then
    opening := left(regexp_replace(left(whole, 60000), '([^\s<>]{101})[^\s<>]+', '\1', 'g'), 4000);
  end if;
  opening := regexp_replace(opening, '</?[a-zA-Z][^<>]*>|<[!?][^<>]*>', ' ', 'g');
  opening := regexp_replace(opening, '&(#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);', ' ', 'g');
  opening := regexp_replace(opening, '\r\n?', E'\n', 'g');
  opening := regexp_replace(opening, '[ \t\v\f\u00a0]*\n', E'\n', 'g');
  opening := regexp_replace(opening, '\n{3,}', E'\n\n', 'g');
  -- A single space stays what it is.
  opening := regexp_replace(opening, '[ \t\v\f\u00a0]{2,}|[\t\v\f\u00a0]', ' ', 'g');
  return coalesce(left(private.trimmed(opening), 501), '');
end
$$;
