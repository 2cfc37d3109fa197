"""What makes the tables of the store, one step a version: a step that was published is never changed."""

from __future__ import annotations

from collections.abc import Sequence

STEPS: Sequence[Sequence[str]] = (
    (
        "create table sheet (quiz text, student text, problems text not null, page blob not null, opened text, seen text, primary key (quiz, student))",
        "create table saved (quiz text, student text, number integer, time text not null, page_state text not null, submission text not null, answered integer not null, primary key (quiz, student, number))",
        "create table handed_in (quiz text, student text, once text, attempt integer, time text not null, submission text not null, state text not null, earned text, possible text, penalty text, pending text, brief text, primary key (quiz, student, once))",
        "create index waiting on handed_in (state) where state = 'waiting'",
        "create table feedback (quiz text, student text, attempt integer, reveal text, page blob not null, primary key (quiz, student, attempt, reveal))",
        "create table extension (quiz text, student text, until text, why text not null, by text not null, primary key (quiz, student, until))",
        "create table exercise (quiz text, exercise text, digest text not null, primary key (quiz, exercise))",
        "create table link (quiz text, student text, number integer not null, primary key (quiz, student))",
        "create table token (digest text primary key, quiz text not null, student text not null, until text)",
    ),
    (  # learning platforms: where launches come from, who somebody is there, and where a score goes
        "create table platform (issuer text, client_id text, deployments text not null, authorize text not null, token text not null, keys text not null, primary key (issuer, client_id))",
        "create table registration (digest text primary key, until text not null)",
        "create table login (state text primary key, nonce text not null, issuer text not null, client_id text not null, until text not null)",
        "create table launch (code text primary key, content text not null, until text not null)",
        "create table person (quiz text, issuer text, sub text, student text not null, name text not null, email text not null, context text not null, primary key (quiz, issuer, sub), unique (quiz, student))",
        "create table turned_away (quiz text, student text, issuer text, sub text, name text not null, primary key (quiz, student, issuer, sub))",
        "create table course (quiz text, issuer text, context text, client_id text not null, members text not null, fetched text, primary key (quiz, issuer, context))",
        "create table line_item (quiz text, student text, issuer text not null, client_id text not null, sub text not null, url text not null, primary key (quiz, student))",
        "create table post (quiz text, student text, url text, issuer text not null, client_id text not null, score text not null, state text not null, tries integer not null, due text not null, since text not null, said text not null, primary key (quiz, student, url))",
        "create table corrected (quiz text, student text, attempt integer not null, final text not null, possible text not null, page blob not null, score text not null, primary key (quiz, student))",
        "create table server (name text primary key, beat integer not null)",
        "alter table handed_in add column server text",
        "create index waiting_post on post (due) where state = 'queued'",
        "alter table handed_in add column score text",
        "update handed_in set state = 'waiting' where state = 'marked' and attempt is not null",  # their scores are not there yet
        "alter table token add column hours integer",
        "alter table token add column issuer text not null default ''",
        "alter table token add column context text not null default ''",
    ),
    (
        "create table member (quiz text, student text, issuer text, context text, primary key (quiz, student, issuer, context))",
        "insert into member select quiz, student, issuer, context from person",
        "alter table person drop column context",
        "create index begun on login (until)",
        "alter table corrected add column due text not null default ''",
        "alter table extension add column file text not null default ''",
    ),
    (  # each course from which a student comes has a place for the score
        "create table item (quiz text, student text, issuer text, context text, client_id text not null, sub text not null, url text not null, primary key (quiz, student, issuer, context))",
        "insert into item select quiz, student, issuer, (select case when count(*) = 1 then min(context) else '' end from member where member.quiz = line_item.quiz and member.student = line_item.student and member.issuer = line_item.issuer), client_id, sub, url from line_item",
        "drop table line_item",
        "alter table item rename to line_item",
    ),
    ("alter table corrected add column reveal text not null default 'expected'",),
)
