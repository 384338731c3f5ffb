//! The twelve hand-written resumes.

use super::people::DemoFile;

/// A resume, the code of its job, and the scores that the two recruiters gave it, if they did.
pub(super) struct DemoResume {
    pub(super) name: &'static str,
    pub(super) job_code: &'static str,
    bytes: &'static [u8],
    pub(super) reviews: Option<[f64; 2]>,
}

macro_rules! resume {
    ($file:literal, $job:literal, $reviews:expr) => {
        DemoResume {
            name: $file,
            job_code: $job,
            bytes: include_bytes!(concat!("../../../../demo/resumes/", $file)),
            reviews: $reviews,
        }
    };
}

pub(super) static RESUMES: [DemoResume; 12] = [
    resume!("backend-engineer.pdf", "ENG-101", Some([91.0, 88.0])),
    resume!("devops-engineer.docx", "ENG-101", Some([64.0, 71.5])),
    resume!("frontend-developer.pdf", "ENG-101", Some([48.0, 52.0])),
    resume!("graduate.docx", "ENG-101", None),
    resume!("product-designer.pdf", "ENG-101", None),
    resume!("logistics-lead-de.doc", "ENG-101", None),
    resume!("data-analyst.docx", "DAT-204", Some([86.5, 90.0])),
    resume!("accountant.pdf", "DAT-204", Some([55.0, 47.5])),
    resume!("career-changer.doc", "DAT-204", None),
    resume!("sales-manager-es.pdf", "DAT-204", None),
    resume!("teacher-fr.doc", "DAT-204", None),
    resume!("registered-nurse.docx", "NUR-310", None),
];

impl DemoResume {
    fn to_file(&self) -> DemoFile {
        DemoFile {
            name: self.name.to_owned(),
            bytes: self.bytes.to_vec(),
        }
    }
}

/// Returns the resumes for a job.
pub(super) fn of_job(code: &str) -> Vec<DemoFile> {
    let resumes = RESUMES.iter().filter(|resume| resume.job_code == code);
    resumes.map(DemoResume::to_file).collect()
}
