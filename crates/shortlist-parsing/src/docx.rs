//! Reads DOCX: Office Open XML word processing, transitional and strict.
//!
//! The format is specified in ECMA-376 part 1, chapters 17 (word processing) and 20 (drawings), and in part 2 (packages).

pub(crate) mod attributes;
mod body;
mod chart;
mod controls;
mod drawing;
mod package;
mod paragraph;
mod properties;
mod relations;
mod styles;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use shortlist_domain::{Damage, MediaKind};

use crate::flow::Flow;
use crate::{Document, ReadError, Region};
use body::Story;
use package::Package;
use relations::{PartKind, Relation, relations_of};
use styles::Styles;

/// Reads a DOCX: the headers, the body, the footers, and then the notes.
pub(crate) fn read_docx(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut package = Package::open(bytes)?;
    let main = main_part(&mut package)?;
    let xml = package
        .part(&main)?
        .ok_or_else(|| ReadError::damaged(Damage::NoMainPart))?;
    let relations = relations_of(&mut package, &main)?;
    let styles = match relations
        .iter()
        .find(|relation| relation.kind == PartKind::Styles)
    {
        Some(relation) => Styles::parse(&package.part(&relation.target)?.unwrap_or_default()),
        None => Styles::default(),
    };
    let mut reading = Reading {
        package,
        relations: &relations,
        styles: &styles,
        flow: Flow::default(),
        read: HashSet::new(),
        on_drawing: false,
    };
    reading.parts(PartKind::Header, Region::Header)?;
    reading.story(&xml, &relations, Region::Body)?;
    reading.parts(PartKind::Footer, Region::Footer)?;
    reading.parts(PartKind::Notes, Region::Note)?;
    reading.flow.finish(MediaKind::Docx)
}

/// A package while its stories are read.
struct Reading<'a, 'b> {
    package: Package<'a>,
    relations: &'b [Relation],
    styles: &'b Styles,
    flow: Flow,
    /// The texts of the parts that were read.
    read: HashSet<String>,
    /// Whether a part so far draws behind the text. A drawing in a header is behind the body too.
    on_drawing: bool,
}

impl Reading<'_, '_> {
    /// Reads the parts of a kind and skips repeated texts. First, odd and even pages often have the same header.
    fn parts(&mut self, kind: PartKind, region: Region) -> Result<(), ReadError> {
        for relation in self
            .relations
            .iter()
            .filter(|relation| relation.kind == kind)
        {
            let Some(xml) = self.package.part(&relation.target)? else {
                continue;
            };
            if self.read.contains(&xml) {
                continue;
            }
            let own = relations_of(&mut self.package, &relation.target)?;
            self.story(&xml, &own, region)?;
            self.read.insert(xml);
        }
        Ok(())
    }

    fn story(
        &mut self,
        xml: &str,
        relations: &[Relation],
        region: Region,
    ) -> Result<(), ReadError> {
        self.flow.begin(region);
        self.on_drawing |= body::draws_behind(xml);
        let diagrams = self.diagrams(relations)?;
        let story = Story {
            xml,
            relations,
            styles: self.styles,
            on_drawing: self.on_drawing,
            diagrams: &diagrams,
        };
        body::read_story(&story, &mut self.flow)
    }

    /// Returns the parts with the texts of diagrams and charts, by the ids of their relations.
    fn diagrams(&mut self, relations: &[Relation]) -> Result<HashMap<String, String>, ReadError> {
        let mut diagrams = HashMap::new();
        for relation in relations {
            if matches!(relation.kind, PartKind::Diagram | PartKind::Chart)
                && let Some(xml) = self.package.part(&relation.target)?
            {
                diagrams.insert(relation.id.clone(), xml);
            }
        }
        Ok(diagrams)
    }
}

/// Returns the name of the main part: the one that the package's relations name, or the usual name.
fn main_part(package: &mut Package<'_>) -> Result<String, ReadError> {
    let named = relations_of(package, "")?
        .into_iter()
        .find(|relation| relation.kind == PartKind::Main)
        .map(|relation| relation.target);
    let main = named
        .filter(|name| package.has_part(name))
        .unwrap_or_else(|| "word/document.xml".to_owned());
    if let Some(other) = package.other_format(&main) {
        return Err(ReadError::OtherFormat(other));
    }
    Ok(main)
}
